import { type Decimal, fractionPart, fromLimbs, integerPart, isShort } from './exact.ts';

const CAPACITY_FIRST = 64;
const GROWTH = 1.5;

/**
 * Stores numbers and exact decimals in one array of doubles, to save memory: a decimal takes two elements of 8 bytes, as
 * an object it would take about 130 bytes. Values are read by the index at which they were added.
 */
export class NumberStore {
  #values = new Float64Array(CAPACITY_FIRST);
  #length = 0;
  /** Decimals with too many digits for two doubles, which contain NaN and the index in this list instead. */
  readonly #long: Decimal[] = [];

  /** Index of the value that is added next. */
  get length(): number {
    return this.#length;
  }

  /** Adds a number, which takes one element. */
  addNumber(value: number): void {
    if (this.#length === this.#values.length) {
      const bytes = Math.ceil(this.#length * GROWTH) * Float64Array.BYTES_PER_ELEMENT;
      this.#values = new Float64Array(this.#values.buffer.transferToFixedLength(bytes));
    }
    this.#values[this.#length++] = value;
  }

  /** Adds a decimal, which takes two elements. An absent decimal takes two elements of NaN. */
  addDecimal(value: Decimal | undefined): void {
    const isPair = value !== undefined && isShort(value);
    this.addNumber(isPair ? integerPart(value) : Number.NaN);
    this.addNumber(
      isPair ? fractionPart(value) : value === undefined ? Number.NaN : this.#long.push(value) - 1,
    );
  }

  /** Reads the number at an index. */
  readNumber(index: number): number {
    return this.#values[index] as number;
  }

  /** Reads the decimal that was added at an index; `undefined` if it was absent. */
  readDecimal(index: number): Decimal | undefined {
    const whole = this.readNumber(index);
    const fraction = this.readNumber(index + 1);
    return Number.isNaN(whole) ? this.#long[fraction] : fromLimbs(whole, fraction);
  }
}
