import type { Connector } from '../../gateways/connector.ts';
import { hashToHex } from '../../hash/hash.ts';
import { tryReadField } from '../fields/codecs.ts';
import { toCanonicalText } from '../intake/canonical-text.ts';
import type { Entry, Native } from '../intake/native.ts';
import type { Account } from '../rejections-and-notes.ts';

/** Fields that differ between two exports of one row: numbers, names joined at reading time, and masked names. */
const VOLATILE: ReadonlySet<string> = new Set(['id', 'username', 'channel_name']);

/** Builds the name `<connector>:<row id>`. */
const nameFromRowId = (native: Native, { id, log }: Connector): string =>
  `${id}:${tryReadField(native, log.fields.rowId)}`;

/** Builds a name from a hash of the row's content. */
const nameFromContent = (native: Native, { id }: Connector): string =>
  `${id}:${hashToHex(toCanonicalText(native, VOLATILE), 16)}`;

/** Names log rows without a request id. */
export class RowNames {
  readonly #connector: Connector;
  readonly #areIdsUnique: boolean;
  readonly #copies = new Map<string, number>();

  /** @param areIdsUnique whether the row ids of the whole ledger are unique */
  constructor(connector: Connector, areIdsUnique: boolean) {
    this.#connector = connector;
    this.#areIdsUnique = areIdsUnique;
  }

  /** Returns `<connector>:<row id>`; `undefined` if row ids are not unique in the ledger. */
  rowName({ native }: Entry): string | undefined {
    return this.#areIdsUnique ? nameFromRowId(native, this.#connector) : undefined;
  }

  /** Names the request of a row without an id: by its row id, otherwise by its content, with a number for equal rows. */
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
