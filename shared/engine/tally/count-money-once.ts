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
import { AccumulatorMap } from './accumulators.ts';
import type { Evidence } from './evidence.ts';

/**
 * Money of a request that several findings may be about: its charge, the cost of the serving attempt, or its reserve.
 * If one code names 1.00 of a charge and a later one 1.20 of it, the later one counts 0.20.
 */
export type Budget = 'charge' | 'serving' | 'reserve';

/** Properties of a code that decide how its money counts. */
interface MoneyTraits {
  readonly side: Side | null;
  readonly countsAgainst?: Budget;
}

/** Amounts that findings of one group have counted against one budget. */
class BudgetUse {
  #code: string | undefined;
  /** Counted by earlier codes. */
  #before = ZERO;
  /** Named and counted by the current code. */
  #named = ZERO;
  #counted = ZERO;

  /** Counts the part of an amount that keeps the sum within `moneyAvailable`, or within what the code names. */
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

/**
 * Decides how much of each finding's amount counts, so that each cent of a request, charge or payment counts once.
 * Findings whose codes name the same budget in `countsAgainst` share the money of that budget.
 */
export class MoneyAttribution {
  /** Codes of the findings since `startGroup`, without duplicates. */
  codes: string[] = [];
  /** Sum of the counted amounts since `startGroup` that the operator lost. */
  lost = ZERO;
  readonly #uses = new AccumulatorMap(() => new BudgetUse());

  /** Starts the next request, charge or payment. */
  startGroup(): void {
    if (this.codes.length === 0) return;
    this.codes = [];
    this.lost = ZERO;
    this.#uses.clear();
  }

  /**
   * Counts the amount of a finding that earlier findings have not counted; returns the part that does not count, or
   * `undefined`.
   * @param moneyAvailable most that may count for this finding or, if its code has a budget (`countsAgainst`), for all
   * findings with this budget since `startGroup`; `undefined` for the amount of the finding
   */
  attribute(
    { code, amount }: Evidence,
    { side, countsAgainst }: MoneyTraits,
    moneyAvailable: Decimal | undefined,
  ): Decimal | undefined {
    if (!this.codes.includes(code)) this.codes.push(code);
    if (side === null || amount === undefined || !isPositive(amount)) return undefined;
    const counted = countsAgainst
      ? this.#uses.at(countsAgainst).count(code, amount, moneyAvailable)
      : moneyAvailable === undefined
        ? amount
        : atLeastZero(smaller(amount, moneyAvailable));
    if (side === 'lost') this.lost = addExact(this.lost, counted);
    return counted === amount ? undefined : subtract(amount, counted);
  }
}
