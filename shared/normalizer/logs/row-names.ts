import type { Connector } from '../../gateways/connector.ts';
import { hashToHex } from '../../hash/hash.ts';
import { tryReadField } from '../fields/codecs.ts';
import { toCanonicalText } from '../intake/canonical-text.ts';
import type { Entry } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';

/** Fields that differ between two exports of one row: numbers, names joined at reading time, and masked names. */
const VOLATILE: ReadonlySet<string> = new Set(['id', 'username', 'channel_name']);

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
    const { id, log } = this.#connector;
    return this.#areIdsUnique ? `${id}:${tryReadField(native, log.fields.rowId)}` : undefined;
  }

  /** Names the request of a row without an id: by its row id, otherwise by its content, with a number for equal rows. */
  requestName(entry: Entry, outcomes: RowOutcomes): string {
    const name = this.rowName(entry);
    outcomes.note(name === undefined ? 'idFromContent' : 'idFromRow');
    if (name !== undefined) return name;
    const hash = hashToHex(toCanonicalText(entry.native, VOLATILE), 16);
    const copies = (this.#copies.get(hash) ?? 0) + 1;
    this.#copies.set(hash, copies);
    if (copies > 1) outcomes.note('idRepeated');
    return `${this.#connector.id}:${hash}${copies > 1 ? `#${copies}` : ''}`;
  }
}
