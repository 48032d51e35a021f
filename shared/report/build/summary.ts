import { byCodeUnit } from '../../engine/rows/order.ts';
import { LEDGERS } from '../../engine/rows/row.ts';
import { type Context, STALE_HOURS, TOKEN_ROUNDING_RATIO, toleranceOf } from '../../engine/survey/context.ts';
import type { Count } from '../../engine/tally/accumulators.ts';
import type { Figures } from '../../engine/tally/figures.ts';
import type { Totals } from '../../engine/tally/totals/totals.ts';
import { toPlainText } from '../../money/money.ts';
import { Sum } from '../../money/sum.ts';
import type { SUMMARY_LISTS } from '../../schemas/lists.ts';
import type { Summary } from '../../schemas/report.ts';
import { computeMarginRate } from './tables.ts';

/** A tally with its counts as numbers and its sums as plain decimals. */
type Plain<T> = T extends Sum ? string : T extends Count ? number : { [TName in keyof T]: Plain<T[TName]> };

function toPlain<T extends object>(tally: T): Plain<T> {
  if (tally instanceof Sum) return toPlainText(tally.value) as Plain<T>;
  if ('value' in tally) return tally.value as Plain<T>;
  return Object.fromEntries(Object.entries(tally).map(([name, part]) => [name, toPlain(part)])) as Plain<T>;
}

const instantText = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

/** Rows of each ledger: received, included and left out. */
const recordsOf = ({ records }: Totals): Summary['records'] => {
  const entries = LEDGERS.map((ledger) => {
    const rows = toPlain(records[ledger]);
    return [ledger, { received: rows.included + rows.outOfPeriod + rows.currencyExcluded, ...rows }];
  });
  return Object.fromEntries(entries);
};

function usage(
  { totals, revenue, cost }: Figures,
  isKnown: boolean,
): Pick<Summary, 'revenue' | 'cost' | 'margin'> {
  const margin = revenue.minus(cost);
  return {
    revenue: {
      gross: toPlainText(revenue.plus(totals.revenue.refunds.value)),
      refunds: toPlainText(totals.revenue.refunds.value),
      net: toPlainText(revenue),
      pending: toPlainText(totals.revenue.pending.value),
    },
    cost: isKnown
      ? {
          gross: toPlainText(cost.plus(totals.cost.refunds.value)),
          refunds: toPlainText(totals.cost.refunds.value),
          net: toPlainText(cost),
          pending: toPlainText(totals.cost.pending.value),
          unattributed: toPlainText(totals.unattributed.value),
        }
      : null,
    margin: isKnown ? { amount: toPlainText(margin), rate: computeMarginRate(margin, revenue) } : null,
  };
}

function paymentsOf(totals: Totals): Summary['payments'] {
  const { gross, refunds, chargebacks, fees } = totals.payments;
  const net = gross.value.minus(refunds.value).minus(chargebacks.value).minus(fees.value);
  const { pending, credited, ...paid } = toPlain(totals.payments);
  return { ...paid, net: toPlainText(net), pending, credited };
}

function excludedOf(totals: Totals, { supplied }: Context): Summary['excluded'] {
  const lines = [...totals.excluded].sort(([a], [b]) => byCodeUnit(a, b));
  return Object.fromEntries(
    lines.map(([currency, sums]) => {
      const { downstreamUsage, upstreamCharges, payments } = toPlain(sums);
      return [
        currency,
        {
          downstreamUsage,
          upstreamCharges: supplied.upstreamCharges ? upstreamCharges : null,
          payments: supplied.payments ? payments : null,
        },
      ];
    }),
  );
}

/**
 * Builds the figures of the summary, without its lists and texts. Figures of a ledger that was not supplied are null.
 */
export function buildSummary(
  figures: Figures,
  context: Context,
  inputFingerprint: string,
): Omit<Summary, 'answer' | 'findings' | 'money' | 'tolerances' | 'cut' | (typeof SUMMARY_LISTS)[number]> {
  const { totals } = figures;
  const { supplied, start, end, referenceTime } = context;
  return {
    period: { start: instantText(start), end: instantText(end), reference: instantText(referenceTime) },
    inputFingerprint,
    records: recordsOf(totals),
    requests: {
      total: totals.requests.total.value,
      matched: supplied.upstreamCharges ? totals.requests.matched.value : null,
    },
    ...usage(figures, supplied.upstreamCharges),
    unmatched: supplied.upstreamCharges ? toPlain(totals.unmatched) : null,
    ...(context.outsideRequests.length > 0 && {
      beyond: context.outsideRequests.map(({ ledger, requests }) => ({ ledger, requests })),
    }),
    payments: supplied.payments ? paymentsOf(totals) : null,
    excluded: excludedOf(totals, context),
  };
}

/**
 * Lists the tolerances of the checks: differences of amounts and tokens to ignore, and hours until a pending row is
 * stale.
 */
export const listTolerances = (context: Pick<Context, 'currency'>): Summary['tolerances'] => ({
  amount: toPlainText(toleranceOf(context)),
  tokenRatio: TOKEN_ROUNDING_RATIO,
  staleHours: STALE_HOURS,
});
