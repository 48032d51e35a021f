import type { Connector } from '../../gateways/connector.ts';
import { hashToHex } from '../../hash/hash.ts';
import { tryReadField } from '../fields/codecs.ts';
import { toCanonicalText } from '../intake/canonical-text.ts';
import type { Entry, Native } from '../intake/native.ts';
import type { Account } from '../rejections-and-notes.ts';

/** What differs between two exports of one row: ordinals, names joined in at reading time, and masked names. */
const VOLATILE: ReadonlySet<string> = new Set(['id', 'username', 'channel_name']);

/** `<connector>:<row id>`. */
const nameFromRowId = (native: Native, { id, log }: Connector): string =>
  `${id}:${tryReadField(native, log.fields.rowId)}`;

/** The same after what a row says. */
const nameFromContent = (native: Native, { id }: Connector): string =>
  `${id}:${hashToHex(toCanonicalText(native, VOLATILE), 16)}`;

/** Names rows that the gateway gives no request id. */
export class RowNames {
  readonly #connector: Connector;
  readonly #areIdsUnique: boolean;
  readonly #copies = new Map<string, number>();

  /** @param areIdsUnique whether the row ids of the whole ledger identify its rows */
  constructor(connector: Connector, areIdsUnique: boolean) {
    this.#connector = connector;
    this.#areIdsUnique = areIdsUnique;
  }

  /** `<connector>:<row id>`, or `undefined` where the ids of the ledger are no identities. */
  rowName({ native }: Entry): string | undefined {
    return this.#areIdsUnique ? nameFromRowId(native, this.#connector) : undefined;
  }

  /** A name for the request of a row without one: after its id or else its content, repeated rows numbered. */
  requestName(entry: Entry, account: Account): string {
    const name = this.rowName(entry);
    account.note(name === undefined ? 'idFromContent' : 'idFromRow');
    if (name !== undefined) return name;
    const text = nameFromContent(entry.native, this.#connector);
    const copies = (this.#copies.get(text) ?? 0) + 1;
    this.#copies.set(text, copies);
    if (copies === 1) return text;
    account.note('idRepeated');
    return `${text}#${copies}`;
  }
}
