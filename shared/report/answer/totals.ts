import { UNASSIGNED } from '../../log-facts.ts';
import { exceeds, isPositive, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { type Books, isLoss, isNone } from './books.ts';
import { billedLines, marginLess, unbilledOf } from './unbilled.ts';

/** What the requests have earned in all, or those of them whose cost is known. */
export interface Earned {
  readonly isPart: boolean;
  readonly amount: string;
  readonly rate: number | null;
}

/** Models that cost more than they earn, judged by their totals. */
export interface Deficits {
  /** Other models have no bill. */
  readonly isPart: boolean;
  readonly models: number;
  readonly all: number;
  /** What they cost in all beyond what they earn; a plain decimal. */
  readonly amount: string;
  readonly worst: { readonly model: string; readonly margin: string } | undefined;
}

/** Whether the bill names no request: requests and bill are compared by totals. */
export const isByTotals = ({ summary: { cost, requests, findings } }: Books): boolean =>
  cost !== null &&
  requests.matched === 0 &&
  !isNone(cost.unattributed) &&
  !('ledger_ids_disjoint' in findings.byCode);

/** So much of the revenue may miss its rows in the bill without being told apart from the margin. */
const UNMATCHED_MINOR = 0.05;

/** What is sold at a cost that is unknown: of models that no bill names, and of many requests that miss their row. */
function withoutCost(books: Books): string {
  const { amount } = unbilledOf(books);
  const { revenue, findings } = books.summary;
  const missed = toDecimal(isByTotals(books) ? '0' : (findings.byCode.unmatched_downstream?.amount ?? '0'));
  const isMany = exceeds(missed, toDecimal(revenue.net).times(UNMATCHED_MINOR));
  return isMany ? toPlainText(missed.plus(toDecimal(amount))) : amount;
}

/** What bills hold of names that were not sold, and of models whose sales they are not of. */
const costBeside = ({ byModel }: Books) =>
  sumBy(
    byModel.filter(({ requests, revenue, unbilledRevenue }) => requests === 0 || unbilledRevenue === revenue),
    ({ cost }) => toDecimal(cost ?? '0'),
  );

/** A margin that is below 0 by no more than rounding is nothing. */
const withoutDust = (margin: Omit<Earned, 'isPart'>, books: Books): Omit<Earned, 'isPart'> =>
  margin.amount.startsWith('-') && !isLoss(margin.amount, books.summary.requests.total, books)
    ? { amount: '0', rate: margin.rate && 0 }
    : margin;

export function earnedOf(books: Books): Earned | undefined {
  const { margin, revenue, cost, records } = books.summary;
  if (margin === null || records.upstreamCharges.included === 0) return undefined;
  if (isNone(revenue.net) && isNone(cost?.net)) return undefined;
  const amount = withoutCost(books);
  if (isNone(amount)) return { ...withoutDust(margin, books), isPart: false };
  // What may be the bill of the models that seem to have none is no cost of the others.
  const ofOthers = isByTotals(books)
    ? toDecimal(margin.amount).plus(costBeside(books))
    : toDecimal(margin.amount);
  const rest = marginLess({ ...margin, amount: toPlainText(ofOthers) }, revenue.net, amount);
  return { ...withoutDust(rest, books), isPart: true };
}

type Line = ReturnType<typeof billedLines>[number];

/** Whether the line of another name has the cost of what was sold: both have one bill. */
const isBilledElsewhere = ({
  cost,
  revenue,
  matchedRequests,
  estimatedCost,
}: Line & { readonly estimatedCost?: string | null }): boolean =>
  isNone(cost) && !isNone(revenue) && matchedRequests === 0 && estimatedCost !== '0';

/** Codes of models that cost more than they earn. */
const MODEL_LOSSES: ReadonlySet<string> = new Set(['negative_margin_model', 'uncharged_model_loss']);

/** Models that lose, with their margins: by their lines, or by what was found of all that share a bill. */
function losingOf(books: Books, sold: readonly Line[]): { model: string; margin: string }[] {
  if (!sold.some(isBilledElsewhere))
    return sold.flatMap(({ model, margin, requests }) =>
      margin !== null && isLoss(margin, requests, books) ? { model, margin } : [],
    );
  return books.summary.causes.flatMap(({ code, model, amount }) =>
    MODEL_LOSSES.has(code) && model !== null ? { model, margin: `-${amount}` } : [],
  );
}

/** Whether only the whole cost of a channel is known: then no margin is of models that are sold over it. */
export const isOfChannels = ({ byModel }: Books): boolean =>
  byModel.some(({ model, requests, cost }) => model === UNASSIGNED && requests === 0 && !isNone(cost));

export function deficitsOf(books: Books): Deficits {
  const sold = billedLines(books).filter(({ margin }) => margin !== null || !isOfChannels(books));
  const losing = losingOf(books, sold);
  const [worst] = losing.toSorted((a, b) => toDecimal(a.margin).comparedTo(toDecimal(b.margin)) ?? 0);
  return {
    isPart: !isNone(unbilledOf(books).amount),
    models: losing.length,
    all: sold.length,
    amount: toPlainText(sumBy(losing, ({ margin }) => toDecimal(margin)).negated()),
    worst,
  };
}

/** Whether all that was lost is what these models cost beyond what they earn: the totals say it. */
export const isLostByTotals = ({ summary: { causes, money } }: Books): boolean =>
  !isPositive(toDecimal(money.owed)) &&
  causes.every(({ side, code, counted }) => side !== 'lost' || isNone(counted) || MODEL_LOSSES.has(code));
