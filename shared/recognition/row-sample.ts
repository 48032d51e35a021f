import { asNumber, isAbsent, type NativeObject } from '../normalizer/intake/native.ts';

/** Number of keys in a sample. Two lists of the same log share some of them even if one is ten times as long. */
const SAMPLE_SIZE = 100;

/** Key of a row. */
export type RowKey = string | number;

/** Samples a list of keys: the 100 keys with the lowest ranks. The order in which keys are added does not matter. */
export class KeySample {
  #entries: { readonly rank: number; readonly key: RowKey }[] = [];
  #rankMax = Number.POSITIVE_INFINITY;

  add(rank: number, key: RowKey): void {
    if (!this.accepts(rank)) return;
    this.#entries.push({ rank, key });
    if (this.#entries.length > 2 * SAMPLE_SIZE) this.#cut();
  }

  /** Whether a key of this rank may still enter the sample. */
  accepts(rank: number): boolean {
    return rank < this.#rankMax;
  }

  #cut(): void {
    this.#entries = this.#entries.sort((a, b) => a.rank - b.rank).slice(0, SAMPLE_SIZE);
    this.#rankMax = this.#entries[SAMPLE_SIZE - 1]?.rank ?? this.#rankMax;
  }

  get keys(): RowKey[] {
    this.#cut();
    return this.#entries.map(({ key }) => key);
  }
}

/** Rank of a row: a hash of its time and quota. */
function computeRank({ created_at: time, quota }: NativeObject): number {
  const product = Math.imul(asNumber(time) ^ Math.imul(asNumber(quota), 0x9e3779b1), 0x2c1b3c6d);
  return (product ^ (product >>> 15)) >>> 0;
}

/** Samples the rows of a log. The samples of two files show whether the same log was also supplied as the bill. */
export class RowSample {
  readonly #keyOf: (row: NativeObject) => RowKey;
  readonly #rows = new KeySample();

  /** @param keyOf computes a key that is equal only for rows that are equal in all fields */
  constructor(keyOf: (row: NativeObject) => RowKey) {
    this.#keyOf = keyOf;
  }

  /** Adds a row. Rows without a time are ignored. */
  add(row: NativeObject): void {
    const rank = computeRank(row);
    if (this.#rows.accepts(rank) && !isAbsent(row.created_at)) this.#rows.add(rank, this.#keyOf(row));
  }

  get keys(): RowKey[] {
    return this.#rows.keys;
  }
}
