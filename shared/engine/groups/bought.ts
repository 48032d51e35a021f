import { type Decimal, isPositive, total, ZERO } from '../../money.ts';
import { distinctAttempts } from '../rows/copies.ts';
import { earliestFirst, firstBy } from '../rows/order.ts';
import type { UsageRow } from '../rows/row.ts';
import { attemptsOf } from './attempts.ts';
import { isSuccess, kept, netOf, Side } from './side.ts';

/** What providers were paid for a request: its upstream rows. The settled ones (U) are its charges. */
export class Bought extends Side {
  /** The model sold; without a sale that of the earliest row. */
  readonly model: string;
  /** The charges without copies and credit notes, lines put together; their nets are what credit notes left. */
  readonly attempts: UsageRow[];
  /** Attempts with status `success`. */
  readonly successes: UsageRow[];
  /** The latest success: the attempt that the customer got. */
  readonly serving: UsageRow | undefined;
  /** What credit notes return beyond what the attempts cost. */
  readonly creditLeft: Decimal;
  /** Refund rows that repeat a gross of the request, so that it stands twice in the totals. */
  readonly restated: UsageRow[];
  /** Σ net of the charges, as the totals count them. */
  readonly spent: Decimal;
  /** Σ net of the successes (K). */
  readonly cost: Decimal;

  constructor(rows: UsageRow[], modelSold: string | undefined) {
    super(rows);
    this.model = modelSold ?? firstBy(this.included, earliestFirst)?.model ?? '';
    const { attempts, serving, restated, creditLeft } = attemptsOf(this.settled, this.model);
    this.attempts = attempts;
    this.successes = kept(attempts, isSuccess);
    this.serving = serving;
    this.creditLeft = creditLeft;
    this.restated = restated;
    this.spent = total(this.settled, netOf);
    this.cost = total(this.successes, netOf);
  }

  /** Σ net of the charges that are copies of others. */
  get copied(): Decimal {
    if (this.attempts.length === this.settled.length) return ZERO;
    const once = new Set(distinctAttempts(this.settled));
    return total(
      this.settled.filter((row) => !once.has(row) && isPositive(row.net)),
      netOf,
    );
  }
}
