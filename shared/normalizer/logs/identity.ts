import type { Connector } from '../../connectors/connector.ts';
import { sha256Hex } from '../../hash.ts';
import type { Account } from '../account.ts';
import { glimpse } from '../fields/codecs.ts';
import { canonicalText } from '../intake/canonical-text.ts';
import type { Entry } from '../intake/native.ts';

/** What differs between two exports of one row: ordinals, names joined in at reading time, and masked names. */
const VOLATILE: ReadonlySet<string> = new Set(['id', 'username', 'channel_name']);

/**
 * Whether the row ids of a ledger identify its rows: all positive and unique, and time does not fall as they
 * grow. Lists of a user's own rows carry ordinals instead, or 0, or `id % 1024`.
 */
function idsIdentify(entries: readonly Entry[], connector: Connector): boolean {
  const rows = entries.map(({ native }) => ({
    id: glimpse(native, connector.log.fields.rowId),
    time: glimpse(native, connector.log.fields.occurredAt),
  }));
  if (!rows.every(({ id, time }) => typeof id === 'number' && time !== undefined)) return false;
  const sorted = (rows as { id: number; time: number }[]).sort((a, b) => a.id - b.id);
  return sorted.every(({ id, time }, index) => {
    const before = sorted[index - 1];
    return before === undefined || (id > before.id && time >= before.time);
  });
}

/**
 * Names rows that the gateway gives no request id. Judged over all rows of the ledger, those that become no
 * record too, and only once a row needs it.
 */
export class Identity {
  readonly #entries: readonly Entry[];
  readonly #connector: Connector;
  readonly #copies = new Map<string, number>();
  #identify: boolean | undefined;

  constructor(entries: readonly Entry[], connector: Connector) {
    this.#entries = entries;
    this.#connector = connector;
  }

  /** `<connector>:<row id>`, or `undefined` where the ids of the ledger are no identities. */
  rowName({ native }: Entry): string | undefined {
    this.#identify ??= idsIdentify(this.#entries, this.#connector);
    if (!this.#identify) return undefined;
    return `${this.#connector.id}:${glimpse(native, this.#connector.log.fields.rowId)}`;
  }

  /** A name for the request of a row without one: after its id or else its content, repeated rows numbered. */
  requestName(entry: Entry, account: Account): string {
    const name = this.rowName(entry);
    account.note(name === undefined ? 'idFromContent' : 'idFromRow');
    if (name !== undefined) return name;
    const text = `${this.#connector.id}:${sha256Hex(canonicalText(entry.native, VOLATILE), 16)}`;
    const copies = (this.#copies.get(text) ?? 0) + 1;
    this.#copies.set(text, copies);
    return copies === 1 ? text : `${text}#${copies}`;
  }
}
