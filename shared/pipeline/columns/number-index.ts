import { NO_ROW } from './table.ts';

const HASH = 0x9e3779b1;

/** Hashes a whole number of up to 53 bits. */
const hashOf = (number: number): number => {
  const high = Math.imul((number / 0x1_0000_0000) | 0, HASH);
  const mixed = Math.imul((number | 0) ^ high, HASH);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

/** Hash index of a column of numbers: finds the first row with a number. Rows with 0 are not indexed. */
export class NumberIndex {
  readonly #numbers: Float64Array;
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** @param numbers the column, which may have more than `length` rows */
  constructor(numbers: Float64Array, length: number) {
    this.#numbers = numbers;
    this.#mask = 2 ** Math.ceil(Math.log2(Math.max(length, 1) * 2)) - 1;
    this.#slots = new Int32Array(this.#mask + 1).fill(NO_ROW);
    for (let row = 0; row < length; row++) {
      const number = numbers[row] as number;
      if (number === 0) continue;
      const slot = this.#slotOf(number);
      if (this.#slots[slot] === NO_ROW) this.#slots[slot] = row;
    }
  }

  /** Returns the slot of a number, or the free slot where it belongs. */
  #slotOf(number: number): number {
    let slot = hashOf(number) & this.#mask;
    for (;;) {
      const row = this.#slots[slot] as number;
      if (row === NO_ROW || this.#numbers[row] === number) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }

  /** Returns the first row that contains a number; -1 if there is none. */
  first(number: number): number {
    return this.#slots[this.#slotOf(number)] as number;
  }
}
