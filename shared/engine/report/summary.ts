import { plain } from '../../money.ts';
import type { SUMMARY_LISTS } from '../../schemas/lists.ts';
import type { Summary } from '../../schemas/report.ts';
import { byCodeUnit } from '../rows/order.ts';
import { LEDGERS } from '../rows/row.ts';
import { type Context, quotaOf, STALE_HOURS, TOKEN_RATIO } from '../survey/context.ts';
import type { Figures } from '../tally/figures.ts';
import type { Totals } from '../tally/totals/totals.ts';
import { marginRate } from './tables.ts';

const instantText = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

/** Rows received are those counted in one place or another. */
const recordsOf = ({ records }: Totals): Summary['records'] => {
  const entries = LEDGERS.map((ledger) => {
    const [included, outOfPeriod, currencyExcluded] = [
      records[ledger].included.value,
      records[ledger].outOfPeriod.value,
      records[ledger].currencyExcluded.value,
    ];
    return [
      ledger,
      { received: included + outOfPeriod + currencyExcluded, included, outOfPeriod, currencyExcluded },
    ];
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
      gross: plain(revenue.plus(totals.revenue.refunds.value)),
      refunds: plain(totals.revenue.refunds.value),
      net: plain(revenue),
      pending: plain(totals.revenue.pending.value),
    },
    cost: isKnown
      ? {
          gross: plain(cost.plus(totals.cost.refunds.value)),
          refunds: plain(totals.cost.refunds.value),
          net: plain(cost),
          pending: plain(totals.cost.pending.value),
          unattributed: plain(totals.unattributed.value),
        }
      : null,
    margin: isKnown ? { amount: plain(margin), rate: marginRate(margin, revenue) } : null,
  };
}

function paymentsOf({ payments }: Totals): Summary['payments'] {
  const { gross, refunds, chargebacks, fees, pending, credited } = payments;
  return {
    gross: plain(gross.value),
    refunds: plain(refunds.value),
    chargebacks: plain(chargebacks.value),
    fees: plain(fees.value),
    net: plain(gross.value.minus(refunds.value).minus(chargebacks.value).minus(fees.value)),
    pending: plain(pending.value),
    credited: plain(credited.value),
  };
}

function excludedOf({ excluded }: Totals, { supplied }: Context): Summary['excluded'] {
  const lines = [...excluded].sort(([a], [b]) => byCodeUnit(a, b));
  return Object.fromEntries(
    lines.map(([currency, sums]) => [
      currency,
      {
        downstreamUsage: plain(sums.downstreamUsage.value),
        upstreamCharges: supplied.upstreamCharges ? plain(sums.upstreamCharges.value) : null,
        payments: supplied.payments ? plain(sums.payments.value) : null,
      },
    ]),
  );
}

function unmatchedOf({ unmatched: { downstream, upstream } }: Totals): Summary['unmatched'] {
  return {
    downstream: { requests: downstream.requests.value, amount: plain(downstream.amount.value) },
    upstream: { requests: upstream.requests.value, amount: plain(upstream.amount.value) },
  };
}

/** The figures of the summary. An omitted ledger's figures are `null`, never "0". */
export function summaryOf(
  figures: Figures,
  context: Context,
  inputFingerprint: string,
): Omit<Summary, 'answer' | 'findings' | 'money' | 'tolerances' | 'cut' | (typeof SUMMARY_LISTS)[number]> {
  const { totals } = figures;
  const { supplied, start, end, reference } = context;
  return {
    period: { start: instantText(start), end: instantText(end), reference: instantText(reference) },
    inputFingerprint,
    records: recordsOf(totals),
    requests: {
      total: totals.requests.total.value,
      matched: supplied.upstreamCharges ? totals.requests.matched.value : null,
    },
    ...usage(figures, supplied.upstreamCharges),
    unmatched: supplied.upstreamCharges ? unmatchedOf(totals) : null,
    ...(context.beyond.length > 0 && {
      beyond: context.beyond.map(({ ledger, requests }) => ({ ledger, requests })),
    }),
    payments: supplied.payments ? paymentsOf(totals) : null,
    excluded: excludedOf(totals, context),
  };
}

/** What counts as equal, and as old. */
export const tolerancesOf = (context: Pick<Context, 'currency'>): Summary['tolerances'] => ({
  amount: plain(quotaOf(context)),
  tokenRatio: TOKEN_RATIO,
  staleHours: STALE_HOURS,
});
