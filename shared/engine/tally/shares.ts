import {
  addExact,
  atLeastZero,
  type Decimal,
  isPositive,
  smaller,
  subtract,
  ZERO,
} from '../../money/money.ts';
import type { Side } from '../../schemas/lists.ts';
import type { Evidence } from './evidence.ts';

/**
 * What findings of one request draw on together: what the customer was charged, what the answer cost that served it,
 * what is reserved while it is pending.
 */
export type Purse = 'charge' | 'serving' | 'reserve';

/** What a code says of its money. */
interface Money {
  readonly side: Side | null;
  readonly drawsOn?: Purse;
}

/** What findings of one group have drawn on the same money. */
class Draws {
  #code: string | undefined;
  /** By the codes before this one. */
  #before = ZERO;
  /** By this one: what it names, and what it counts of that. */
  #named = ZERO;
  #counted = ZERO;

  /** @returns what the amount counts: with all before it no more than `upTo`, or than the code itself names */
  draw(code: string, amount: Decimal, upTo: Decimal | undefined): Decimal {
    if (code !== this.#code) {
      this.#before = addExact(this.#before, this.#counted);
      this.#code = code;
      this.#named = ZERO;
      this.#counted = ZERO;
    }
    this.#named = addExact(this.#named, amount);
    const left = subtract(subtract(upTo ?? this.#named, this.#before), this.#counted);
    const counted = atLeastZero(smaller(amount, left));
    this.#counted = addExact(this.#counted, counted);
    return counted;
  }
}

/** What the findings of the group at hand count, each cent once. */
export class Shares {
  /** The codes that the group has shown, each once. */
  codes: string[] = [];
  /** What they count as lost. */
  lost = ZERO;
  #draws: Partial<Record<Purse, Draws>> = {};

  /** Starts with another group. */
  begin(): void {
    if (this.codes.length === 0) return;
    this.codes = [];
    this.lost = ZERO;
    this.#draws = {};
  }

  #drawsOn(purse: Purse): Draws {
    this.#draws[purse] ??= new Draws();
    return this.#draws[purse];
  }

  /**
   * Adds what is shown.
   * @param upTo what its amount may reach together with all that counts before it
   * @returns what of the amount it does not count
   */
  take({ code, amount }: Evidence, { side, drawsOn }: Money, upTo: Decimal | undefined): Decimal | undefined {
    if (!this.codes.includes(code)) this.codes.push(code);
    if (side === null || amount === undefined || !isPositive(amount)) return undefined;
    const counted = drawsOn
      ? this.#drawsOn(drawsOn).draw(code, amount, upTo)
      : upTo === undefined
        ? amount
        : atLeastZero(smaller(amount, upTo));
    if (side === 'lost') this.lost = addExact(this.lost, counted);
    return counted === amount ? undefined : subtract(amount, counted);
  }
}
