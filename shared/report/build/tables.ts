import { byCodeUnit } from '../../engine/rows/order.ts';
import type { Context } from '../../engine/survey/context.ts';
import { type Accumulator, AccumulatorMap } from '../../engine/tally/accumulators.ts';
import {
  buildLooseBillTest,
  sumLooseRevenueByChannel,
  sumUnbilledByTime,
  sumUnbilledRevenueByModel,
  type UnbilledTally,
} from '../../engine/tally/bills/bills.ts';
import { judgeByTotals } from '../../engine/tally/bills/losses.ts';
import { buildUncomparedFields, sumUncompared } from '../../engine/tally/bills/uncompared.ts';
import type { Figures } from '../../engine/tally/figures.ts';
import { dayOfHour } from '../../engine/tally/totals/local-hour.ts';
import {
  isBillWithoutIds,
  type MarginTally,
  marginOf,
  matchedMarginOf,
  type Totals,
  timeTally,
} from '../../engine/tally/totals/totals.ts';
import { UNASSIGNED } from '../../log-facts.ts';
import {
  compare,
  computeRate,
  type Decimal,
  isPositive,
  sumBy,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { HourRow, ReconciliationReport, Summary } from '../../schemas/report.ts';
import type { CustomerAccount } from '../answer/traits.ts';
import { type Bounded, convertFirst } from './bounded.ts';
import { buildEstimateFields, isFreeByPrices } from './estimates.ts';

/** Computes `margin / revenue` as a share. Null if the revenue is 0 or negative. */
export const computeMarginRate = (margin: Decimal, revenue: Decimal): number | null =>
  isPositive(revenue) ? computeRate(margin, revenue) : null;

/** A tally with revenue and cost. */
type Sides = Pick<MarginTally, 'revenue' | 'cost'>;

const sidesOf = ({ revenue, cost }: Sides, margin: Decimal, { supplied }: Context) => ({
  revenue: toPlainText(revenue.value),
  cost: supplied.upstreamCharges ? toPlainText(cost.value) : null,
  margin: supplied.upstreamCharges ? toPlainText(margin) : null,
});

/** Figures of a row of `byModel` or `byChannel`. */
function figures(line: MarginTally, margin: Decimal, context: Context) {
  const hasBill = context.supplied.upstreamCharges;
  return {
    requests: line.requests.value,
    ...sidesOf(line, margin, context),
    marginRate: hasBill ? computeMarginRate(margin, line.revenue.value) : null,
    matchedRequests: hasBill ? line.matchedRequests.value : null,
    matchedMargin: hasBill ? toPlainText(matchedMarginOf(line, margin)) : null,
  };
}

/** A row of a table before its figures are written. */
interface TableRow<T> {
  readonly name: string;
  readonly line: T;
  readonly margin: Decimal;
}

/** Sorts rows by loss (or revenue without a bill) descending, then by name. */
const sorted = <T extends Sides>(lines: AccumulatorMap<T>, { supplied }: Context): TableRow<T>[] =>
  [...lines]
    .map(([name, line]) => ({ name, line, margin: marginOf(line) }))
    .sort(
      (a, b) =>
        (supplied.upstreamCharges
          ? compare(a.margin, b.margin)
          : compare(b.line.revenue.value, a.line.revenue.value)) || byCodeUnit(a.name, b.name),
    );

const table = (lines: AccumulatorMap<MarginTally>, context: Context) =>
  sorted(lines, context).map(({ name, line, margin }) => [name, figures(line, margin, context)] as const);

/** Cost and margin of a row whose requests have their cost in a bill without request ids. */
const UNKNOWN = { cost: null, margin: null };

const hasLoose = ({ groups, channels }: Figures['bills']): boolean => groups.length + channels.length > 0;

/** Models that are partly sold on channels of which only the total cost is known. */
function modelsOfChannels(
  { looseSales }: Totals['looseTotals'],
  { channels }: Figures['bills'],
): ReadonlySet<string> {
  const billedChannels = channels.map(({ channelId }) => channelId);
  return new Set(
    [...looseSales].flatMap(([model, line]) =>
      billedChannels.some((channel) => line.channels.has(channel)) ? model : [],
    ),
  );
}

/** Fields by model: the model with which it shares lines of a bill, and the reason why its loss is not reported. */
function sharedBills({ totals, bills }: Pick<Figures, 'totals' | 'bills'>, context: Context) {
  const rows = bills.groups.flatMap((group) => {
    const names = [...new Set([...group.models, ...group.names])].filter((name) => totals.models.has(name));
    const { notJudged } = judgeByTotals(group, totals, context);
    return names.map((model) => {
      const isLead = model === group.model;
      return [
        model,
        {
          ...(names.length > 1 && { billedWith: group.model }),
          ...(isLead && notJudged && { notJudged }),
        },
      ] as const;
    });
  });
  return new Map(rows);
}

/** Builds the tables by model and by channel. They contain all rows, because their length is never limited. */
export function buildTables(
  { totals, bills }: Pick<Figures, 'totals' | 'bills'>,
  context: Context,
): Pick<ReconciliationReport, 'byModel' | 'byChannel'> {
  const { models, channels, looseTotals } = totals;
  const isHidden = isBillWithoutIds(totals) && !bills.nameChannels;
  const loose = sumLooseRevenueByChannel(looseTotals, bills);
  const uncompared = sumUncompared({ totals, bills });
  const shared = sharedBills({ totals, bills }, context);
  const unbilled = sumUnbilledRevenueByModel(totals, bills, context);
  const ofChannels = modelsOfChannels(looseTotals, bills);
  const buildUnbilled = (model: string) => {
    const revenue = unbilled.get(model);
    return revenue && { unbilledRevenue: toPlainText(revenue) };
  };
  return {
    byModel: table(models, context).map(([model, figures]) => ({
      model,
      ...figures,
      ...(ofChannels.has(model) && { ...UNKNOWN, marginRate: null }),
      ...buildUnbilled(model),
      ...buildUncomparedFields(uncompared.byModel.get(model)),
      ...shared.get(model),
      ...buildEstimateFields(totals.estimates, totals.estimates.models.get(model)),
    })),
    byChannel: table(channels, context).map(([channelId, figures]) => {
      const revenue = loose.get(channelId === UNASSIGNED ? '' : channelId);
      const isLoose = isHidden && revenue !== undefined && channelId !== UNASSIGNED;
      return {
        channelId,
        ...figures,
        ...(isLoose && { ...UNKNOWN, marginRate: null }),
        ...(hasLoose(bills) && { looseRevenue: toPlainText(revenue ?? ZERO) }),
        ...buildEstimateFields(totals.estimates, totals.estimates.channels.get(channelId)),
      };
    }),
  };
}

/** Fields for the revenue of a day or hour whose cost is in no bill; fields with 0 are left out. */
const buildUnbilledFields = ({ revenue, cost }: Partial<UnbilledTally> = {}) => ({
  ...(revenue && isPositive(revenue.value) && { unbilledRevenue: toPlainText(revenue.value) }),
  ...(cost && isPositive(cost.value) && { unbilledCost: toPlainText(cost.value) }),
});

const timeFigures = (
  line: Accumulator<typeof timeTally>,
  unbilled: UnbilledTally | undefined,
  context: Context,
) => ({
  requests: line.requests.value,
  ...sidesOf(line, marginOf(line), context),
  ...buildUnbilledFields(unbilled),
});

/** Sums, by day or hour, the revenue whose cost is in no bill, without models that cost nothing at the operator's prices. */
const sumUnbilled = (
  { totals, bills }: Pick<Figures, 'totals' | 'bills'>,
  context: Context,
  unit: 'day' | 'hour',
) => sumUnbilledByTime(totals, bills, context, unit, (model) => !isFreeByPrices(totals.estimates, model));

/** Hours of a day, `00` to `23`. */
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Builds the table by day (in the report's time zone), the latest day first, with at most `max` rows. */
export function buildDayRows(
  { totals, bills }: Pick<Figures, 'totals' | 'bills'>,
  context: Context,
  max: number,
): Bounded<Summary['byDay'][number]> {
  const { hours, estimates } = totals;
  const uncompared = sumUncompared({ totals, bills }).byDay;
  const unbilled = sumUnbilled({ totals, bills }, context, 'day');
  const days = new AccumulatorMap(timeTally);
  for (const [hour, line] of hours) {
    const day = days.at(dayOfHour(hour));
    day.requests.value += line.requests.value;
    day.revenue.add(line.revenue.value);
    day.cost.add(line.cost.value);
  }
  const latestFirst = [...days].sort(([a], [b]) => Date.parse(b) - Date.parse(a));
  return convertFirst(latestFirst, max, ([day, line]) => ({
    day,
    ...timeFigures(line, unbilled.get(day), context),
    ...buildUncomparedFields(uncompared.get(day)),
    ...buildEstimateFields(estimates, estimates.days.get(day)),
  }));
}

/**
 * Builds the table by hour (in the report's time zone), the earliest first. Empty unless all rows are on one day. If
 * the bill has no request ids, costs are null, because its times are not those of the requests.
 */
export function buildHourRows(figures: Pick<Figures, 'totals' | 'bills'>, context: Context): HourRow[] {
  const { totals } = figures;
  const { hours } = totals;
  const hidden = isBillWithoutIds(totals) ? UNKNOWN : {};
  const [day, ...others] = new Set([...hours.keys()].map(dayOfHour));
  if (day === undefined || others.length > 0) return [];
  const filled = [...hours.keys()].sort();
  const unbilled = sumUnbilled(figures, context, 'hour');
  return HOURS.map((hour) => `${day}T${hour}`)
    .filter((hour) => hour >= (filled[0] as string) && hour <= (filled.at(-1) as string))
    .map((hour) => ({
      hour,
      ...timeFigures(hours.get(hour) ?? timeTally(), unbilled.get(hour), context),
      ...hidden,
    }));
}

/** Builds the refunds and payments of the customers in table rows by id, in the report's currency. */
export const buildAccounts = (
  { customers }: Totals,
  rows: readonly { readonly userId: string }[],
): Readonly<Record<string, CustomerAccount>> =>
  Object.fromEntries(
    rows.map(({ userId }) => {
      const { refunds, paid } = customers.at(userId);
      return [userId, { refunded: toPlainText(refunds.value), paid: toPlainText(paid.value) }];
    }),
  );

/** Builds the table by customer with margin and credited amount, the largest loss first, with at most `max` rows. */
export function buildUserRows(
  { totals, bills }: Pick<Figures, 'totals' | 'bills'>,
  context: Context,
  max: number,
): Bounded<Summary['byUser'][number]> {
  const isHidden = isBillWithoutIds(totals);
  const isBilled = buildLooseBillTest(bills);
  return convertFirst(sorted(totals.customers, context), max, ({ name: userId, line, margin }) => {
    const loose = [...line.looseRevenue].flatMap(([model, channels]) =>
      [...channels].filter(([channel]) => isBilled(model, channel)),
    );
    const isLoose = isHidden && loose.length > 0 && userId !== UNASSIGNED;
    return {
      userId,
      requests: line.requests.value,
      ...sidesOf(line, margin, context),
      ...(isLoose && UNKNOWN),
      credited: context.supplied.payments ? toPlainText(line.credited.value) : null,
      ...(hasLoose(bills) && {
        looseRevenue: toPlainText(sumBy(loose, ([, revenue]) => revenue.value)),
      }),
      ...buildEstimateFields(totals.estimates, totals.estimates.customers.get(userId)),
    };
  });
}
