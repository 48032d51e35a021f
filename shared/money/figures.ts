import { type Decimal, fractionPart, fromLimbs, integerPart, isShort, ZERO } from './exact.ts';

const ROOM_FIRST = 64;
const GROWTH = 1.5;

/**
 * Numbers and exact decimals in one array of doubles, found again by their place. A decimal takes two places of 8 bytes;
 * as an object it takes some 130 bytes.
 */
export class Figures {
  #figures = new Float64Array(ROOM_FIRST);
  #length = 0;
  /** Decimals with too many digits for two doubles. */
  readonly #long: Decimal[] = [];

  /** The place of what is added next. */
  get length(): number {
    return this.#length;
  }

  /** Adds a number, which takes one place. */
  addNumber(value: number): void {
    if (this.#length === this.#figures.length) {
      const bytes = Math.ceil(this.#length * GROWTH) * Float64Array.BYTES_PER_ELEMENT;
      this.#figures = new Float64Array(this.#figures.buffer.transferToFixedLength(bytes));
    }
    this.#figures[this.#length++] = value;
  }

  /** Adds a decimal, which takes two places. */
  addDecimal(value: Decimal): void {
    const isPair = isShort(value);
    this.addNumber(isPair ? integerPart(value) : Number.NaN);
    this.addNumber(isPair ? fractionPart(value) : this.#long.push(value) - 1);
  }

  numberAt(place: number): number {
    return this.#figures[place] as number;
  }

  decimalAt(place: number): Decimal {
    const whole = this.numberAt(place);
    const fraction = this.numberAt(place + 1);
    return (Number.isNaN(whole) ? this.#long[fraction] : fromLimbs(whole, fraction)) ?? ZERO;
  }
}
