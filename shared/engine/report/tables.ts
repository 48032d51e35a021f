import { compare, type Decimal, isPositive, plain, rate } from '../../money.ts';
import type { ReconciliationReport, Summary } from '../../schemas/report.ts';
import { byCodeUnit } from '../rows/order.ts';
import type { Context } from '../survey/context.ts';
import type { Keyed } from '../tally/monoid.ts';
import { type Line, marginOf, matchedMarginOf, type Totals } from '../tally/totals.ts';
import { type Bounded, bounded } from './bounded.ts';

/** One line of `byModel` or `byChannel`, without its name. */
interface LineFigures {
  requests: number;
  revenue: string;
  cost: string | null;
  margin: string | null;
  marginRate: number | null;
  matchedRequests: number | null;
  matchedMargin: string | null;
}

/** `margin / revenue`; none where nothing was earned. */
export const marginRate = (margin: Decimal, revenue: Decimal): number | null =>
  isPositive(revenue) ? rate(margin, revenue) : null;

function figures(line: Line, margin: Decimal, { supplied }: Context): LineFigures {
  const known = supplied.upstreamCharges;
  return {
    requests: line.requests.value,
    revenue: plain(line.revenue.value),
    cost: known ? plain(line.cost.value) : null,
    margin: known ? plain(margin) : null,
    marginRate: known ? marginRate(margin, line.revenue.value) : null,
    matchedRequests: known ? line.matchedRequests.value : null,
    matchedMargin: known ? plain(matchedMarginOf(line)) : null,
  };
}

/** Revenue and cost of anything that has them. */
type Sides = Pick<Line, 'revenue' | 'cost'>;

/** Worst margin first, without upstream charges the largest revenue first; then by name. */
function worstFirst<TLine extends Sides>(
  lines: Keyed<TLine>,
  { supplied }: Context,
): { name: string; line: TLine; margin: Decimal }[] {
  // Without upstream charges every cost is 0, and the margin of a line is its revenue.
  const direction = supplied.upstreamCharges ? 1 : -1;
  return [...lines]
    .map(([name, line]) => ({ name, line, margin: marginOf(line) }))
    .sort((a, b) => direction * compare(a.margin, b.margin) || byCodeUnit(a.name, b.name));
}

const table = (lines: Keyed<Line>, context: Context): [string, LineFigures][] =>
  worstFirst(lines, context).map(({ name, line, margin }) => [name, figures(line, margin, context)]);

/** What was earned with each model and over each channel; never cut. */
export const tablesOf = (
  { models, channels }: Totals,
  context: Context,
): Pick<ReconciliationReport, 'byModel' | 'byChannel'> => ({
  byModel: table(models, context).map(([model, figures]) => ({ model, ...figures })),
  byChannel: table(channels, context).map(([channelId, figures]) => ({ channelId, ...figures })),
});

const sidesOf = ({ revenue, cost }: Sides, margin: Decimal, { supplied }: Context) => ({
  revenue: plain(revenue.value),
  cost: supplied.upstreamCharges ? plain(cost.value) : null,
  margin: supplied.upstreamCharges ? plain(margin) : null,
});

/** What was earned on each UTC day, the latest first. */
export function daysOf({ days }: Totals, context: Context, max: number): Bounded<Summary['byDay'][number]> {
  const latestFirst = [...days].sort(([a], [b]) => Date.parse(b) - Date.parse(a));
  return bounded(latestFirst, max, ([day, line]) => ({
    day,
    requests: line.requests.value,
    ...sidesOf(line, marginOf(line), context),
  }));
}

/** What was earned with each customer, and what was credited to them. */
export const usersOf = (
  { users }: Totals,
  context: Context,
  max: number,
): Bounded<Summary['byUser'][number]> =>
  bounded(worstFirst(users, context), max, ({ name, line, margin }) => ({
    userId: name,
    requests: line.requests.value,
    ...sidesOf(line, margin, context),
    credited: context.supplied.payments ? plain(line.credited.value) : null,
  }));
