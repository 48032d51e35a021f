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
