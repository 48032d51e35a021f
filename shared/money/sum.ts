import {
  type Decimal,
  Exact,
  fractionPart,
  fromLimbs,
  integerPart,
  isShort,
  LIMB_BASE,
  LIMB_DIGITS,
  ZERO,
} from './exact.ts';
import { addExact } from './money.ts';

/** Largest integer part to which a limb can be added without losing units of a double. */
const WHOLE_MAX = Number.MAX_SAFE_INTEGER - 2 * LIMB_BASE;

/** Mutable exact sum. Adds short amounts as two integers that doubles represent exactly, not as a new decimal each. */
export class Sum {
  /** Sum of all amounts that are not in `#whole` and `#fraction`. */
  #rest: Decimal;
  #whole = 0;
  /** In units of 10^-14. */
  #fraction = 0;

  constructor(value: Decimal = ZERO) {
    this.#rest = value;
  }

  /** Adds an amount of any sign. */
  add(amount: Decimal): void {
    if (!isShort(amount)) {
      this.#rest = addExact(this.#rest, amount);
      return;
    }
    this.#whole += integerPart(amount);
    this.#fraction += fractionPart(amount);
    if (Math.abs(this.#fraction) >= LIMB_BASE) {
      const carry = Math.trunc(this.#fraction / LIMB_BASE);
      this.#whole += carry;
      this.#fraction -= carry * LIMB_BASE;
    }
    if (Math.abs(this.#whole) > WHOLE_MAX) this.#settle();
  }

  /** Moves the two integers into `#rest`. */
  #settle(): void {
    if (this.#whole === 0 && this.#fraction === 0) return;
    const short =
      fromLimbs(this.#whole, this.#fraction) ??
      new Exact(this.#fraction).shiftedBy(-LIMB_DIGITS).plus(this.#whole);
    this.#rest = addExact(this.#rest, short);
    this.#whole = 0;
    this.#fraction = 0;
  }

  /** The sum so far. */
  get value(): Decimal {
    this.#settle();
    return this.#rest;
  }
}
