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
export type Budget = 'charge' | 'serving' | 'reserve';

/** What a code says of its money. */
interface MoneyTraits {
  readonly side: Side | null;
  readonly countsAgainst?: Budget;
}

/** What findings of one group have drawn on the same money. */
class BudgetUse {
  #code: string | undefined;
  /** By the codes before this one. */
  #before = ZERO;
  /** By this one: what it names, and what it counts of that. */
  #named = ZERO;
  #counted = ZERO;

  /** @returns what the amount counts: with all before it no more than `moneyAvailable`, or than the code itself names */
  count(code: string, amount: Decimal, moneyAvailable: Decimal | undefined): Decimal {
    if (code !== this.#code) {
      this.#before = addExact(this.#before, this.#counted);
      this.#code = code;
      this.#named = ZERO;
      this.#counted = ZERO;
    }
    this.#named = addExact(this.#named, amount);
    const left = subtract(subtract(moneyAvailable ?? this.#named, this.#before), this.#counted);
    const counted = atLeastZero(smaller(amount, left));
    this.#counted = addExact(this.#counted, counted);
    return counted;
  }
}

/** What the findings of the group at hand count, each cent once. */
export class MoneyAttribution {
  /** The codes that the group has shown, each once. */
  codes: string[] = [];
  /** What they count as lost. */
  lost = ZERO;
  #uses: Partial<Record<Budget, BudgetUse>> = {};

  /** Starts with another group. */
  startGroup(): void {
    if (this.codes.length === 0) return;
    this.codes = [];
    this.lost = ZERO;
    this.#uses = {};
  }

  #useOf(purse: Budget): BudgetUse {
    this.#uses[purse] ??= new BudgetUse();
    return this.#uses[purse];
  }

  /**
   * Adds what is shown.
   * @param moneyAvailable what its amount may reach together with all that counts before it
   * @returns what of the amount it does not count
   */
  attribute(
    { code, amount }: Evidence,
    { side, countsAgainst }: MoneyTraits,
    moneyAvailable: Decimal | undefined,
  ): Decimal | undefined {
    if (!this.codes.includes(code)) this.codes.push(code);
    if (side === null || amount === undefined || !isPositive(amount)) return undefined;
    const counted = countsAgainst
      ? this.#useOf(countsAgainst).count(code, amount, moneyAvailable)
      : moneyAvailable === undefined
        ? amount
        : atLeastZero(smaller(amount, moneyAvailable));
    if (side === 'lost') this.lost = addExact(this.lost, counted);
    return counted === amount ? undefined : subtract(amount, counted);
  }
}
