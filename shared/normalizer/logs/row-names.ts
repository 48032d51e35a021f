import type { Connector } from '../../gateways/connector.ts';
import { hashToHex } from '../../hash/hash.ts';
import type { Account } from '../account.ts';
import { glimpse } from '../fields/codecs.ts';
import { canonicalText } from '../intake/canonical-text.ts';
import type { Entry, Native } from '../intake/native.ts';

/** What differs between two exports of one row: ordinals, names joined in at reading time, and masked names. */
const VOLATILE: ReadonlySet<string> = new Set(['id', 'username', 'channel_name']);

/** `<connector>:<row id>`. */
const rowNameOf = (native: Native, { id, log }: Connector): string =>
  `${id}:${glimpse(native, log.fields.rowId)}`;

/** The same after what a row says. */
const contentName = (native: Native, { id }: Connector): string =>
  `${id}:${hashToHex(canonicalText(native, VOLATILE), 16)}`;

/** Names rows that the gateway gives no request id. */
export class RowNames {
  readonly #connector: Connector;
  readonly #identify: boolean;
  readonly #copies = new Map<string, number>();

  /** @param identify whether the row ids of the whole ledger identify its rows */
  constructor(connector: Connector, identify: boolean) {
    this.#connector = connector;
    this.#identify = identify;
  }

  /** `<connector>:<row id>`, or `undefined` where the ids of the ledger are no identities. */
  rowName({ native }: Entry): string | undefined {
    return this.#identify ? rowNameOf(native, this.#connector) : undefined;
  }

  /** A name for the request of a row without one: after its id or else its content, repeated rows numbered. */
  requestName(entry: Entry, account: Account): string {
    const name = this.rowName(entry);
    account.note(name === undefined ? 'idFromContent' : 'idFromRow');
    if (name !== undefined) return name;
    const text = contentName(entry.native, this.#connector);
    const copies = (this.#copies.get(text) ?? 0) + 1;
    this.#copies.set(text, copies);
    if (copies === 1) return text;
    account.note('idRepeated');
    return `${text}#${copies}`;
  }
}
