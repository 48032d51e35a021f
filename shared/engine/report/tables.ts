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

/** What puts a line first in its table: what it lost, without upstream charges what it earned. */
export const weightOf = (sides: Sides, { supplied }: Pick<Context, 'supplied'>): Decimal =>
  supplied.upstreamCharges ? marginOf(sides).negated() : sides.revenue.value;

/** The heaviest line first, then by name. */
const table = (lines: Keyed<Line>, context: Context): [string, LineFigures][] =>
  [...lines]
    .map(([name, line]) => ({ name, line, weight: weightOf(line, context) }))
    .sort((a, b) => compare(b.weight, a.weight) || byCodeUnit(a.name, b.name))
    .map(({ name, line }) => [name, figures(line, marginOf(line), context)]);

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

/** What was earned with each customer, and what was credited to them, worst first. */
export const usersOf = (
  { users }: Totals,
  context: Context,
  max: number,
): Bounded<Summary['byUser'][number]> =>
  bounded(users.entries, max, ([userId, { line }]) => ({
    userId,
    requests: line.requests.value,
    ...sidesOf(line, marginOf(line), context),
    credited: context.supplied.payments ? plain(line.credited.value) : null,
  }));
