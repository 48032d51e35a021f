import type { Connector } from '../../gateways/connector.ts';
import { hashToHex } from '../../hash/hash.ts';
import { tryReadField } from '../fields/codecs.ts';
import { type IndexedRow, toCanonicalText } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';

/** Fields that differ between two exports of one row: numbers, names joined at reading time, and masked names. */
const VOLATILE: ReadonlySet<string> = new Set(['id', 'username', 'channel_name']);

/** Builds ids for the log rows of one gateway, and request ids for log rows without a request id. */
export class IdBuilder {
  readonly #connector: Connector;
  readonly #areIdsUnique: boolean;
  readonly #copies = new Map<string, number>();

  constructor(connector: Connector, areIdsUnique: boolean) {
    this.#connector = connector;
    this.#areIdsUnique = areIdsUnique;
  }

  /** Builds the id `<gateway>:<row id>` of a row; `undefined` if row ids are not unique in the ledger. */
  buildRowId({ native }: IndexedRow): string | undefined {
    const { id, log } = this.#connector;
    return this.#areIdsUnique ? `${id}:${tryReadField(native, log.fields.rowId)}` : undefined;
  }

  /**
   * Builds a request id for a row without a request id. It is `<gateway>:<row id>`, or `<gateway>:<hash of the row>` if
   * row ids are not unique; equal rows are numbered (`#2`). Counts a note.
   */
  buildRequestId(entry: IndexedRow, outcomes: RowOutcomes): string {
    const name = this.buildRowId(entry);
    outcomes.note(name === undefined ? 'idFromContent' : 'idFromRow');
    if (name !== undefined) return name;
    const hash = hashToHex(toCanonicalText(entry.native, VOLATILE), 16);
    const copies = (this.#copies.get(hash) ?? 0) + 1;
    this.#copies.set(hash, copies);
    if (copies > 1) outcomes.note('idRepeated');
    return `${this.#connector.id}:${hash}${copies > 1 ? `#${copies}` : ''}`;
  }
}
