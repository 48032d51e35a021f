import { type Decimal, isPositive, subtract, sumBy, ZERO } from '../../money/money.ts';
import { type Context, zeroIfWithinTolerance } from '../survey/context.ts';
import { listOutsideByModel } from '../tally/bills/bills.ts';
import {
  findChannelLoss,
  findLossStart,
  judgeByTotals,
  listLossDays,
  listMarginTallies,
  lossAboveTolerance,
  sumUncomparedDeficit,
} from '../tally/bills/losses.ts';
import type { Figures } from '../tally/figures.ts';
import { countUnchargedSales, type MarginTally, matchedMarginOf } from '../tally/totals/totals.ts';
import { check, code } from './check.ts';

/** Number of requests from which a loss is critical rather than a warning. */
const REQUESTS_MIN = 5;

/** Returns the loss of a model or channel on its judged requests; `undefined` without a matched request or a loss. */
function findLoss(line: MarginTally, context: Context) {
  const requests = line.judgedRequests.value;
  if (requests === 0) return undefined;
  const deficit = subtract(line.unjudgedMargin.value, matchedMarginOf(line));
  const amount = lossAboveTolerance(deficit, requests, context);
  const severity = requests < REQUESTS_MIN ? ('warning' as const) : ('critical' as const);
  return amount && { amount, severity, counts: { requests } };
}

/** Returns the loss of all requests that are compared; `undefined` if ends of bills, or rounding, explain it. */
function findTotalLoss({ totals, bills, revenue, cost }: Figures, context: Context) {
  const ledgers = ['downstream', 'upstream'] as const;
  const outside = ledgers.flatMap((ledger) => listOutsideByModel(ledger, totals, bills));
  const outsideCount = outside.reduce((sum, cell) => sum + cell.judgedRequests.value, 0);
  const requests = totals.judgedRequests.value - outsideCount;
  const deficit = cost
    .minus(revenue)
    .plus(totals.unjudgedMargin.value)
    .plus(sumBy(outside, ({ margin }) => margin.value))
    .minus(sumUncomparedDeficit(bills));
  const explained = sumBy([...bills.groups, ...bills.channels], ({ revenueAtBounds, rounding }) =>
    revenueAtBounds.plus(rounding),
  );
  const amount = lossAboveTolerance(deficit, requests, context);
  return amount && lossAboveTolerance(amount.minus(explained), requests, context) && amount;
}

/** Options of sums over requests, which are in doubt if the unit of the upstream's log is unknown. */
const OF_REQUESTS = {
  isAggregate: true,
  needs: 'upstreamCharges',
  explainedBy: 'upstream_unit_unknown',
} as const;

/**
 * Finds models, channels and totals that cost more than they earned.
 *
 * Invariant: Each model with a delivered, matched request, each channel with a matched request, and all requests
 * together earn at least their cost, within one quota unit per request. Free requests are left out. If at least 5 %
 * of the delivered requests of a model, but not all, were charged nothing, the finding counts them. Models and
 * channels also leave out suspended requests, and requests whose channel differs between log and bill. A model whose
 * bill has no request ids is compared by totals, for the days that bill and log both cover, unless free requests use
 * more than 5 % of its tokens. The total leaves out requests outside the time of the other ledger, and is only a
 * warning while rows are missing.
 */
export const margins = check({
  id: 'margins',
  codes: {
    negative_margin_model: code('model', ['critical', 'warning'], 'lost', OF_REQUESTS),
    negative_margin_channel: code('channel', ['critical', 'warning'], null, OF_REQUESTS),
    negative_margin_total: code('report', ['critical', 'warning'], null, OF_REQUESTS),
  },
  conclude({ find, context, figures }) {
    const { totals, bills, flags } = figures;
    const deficits = new Map<string, Decimal>();
    for (const [model, line] of totals.models) {
      // Skip models without a delivered request: findings of their failed requests report the loss.
      const finding = line.deliveredRequests.value > 0 ? findLoss(line, context) : undefined;
      if (finding === undefined) continue;
      deficits.set(model, finding.amount);
      find('negative_margin_model', {
        subject: { kind: 'model', name: model },
        ...finding,
        counts: { ...finding.counts, ...countUnchargedSales([line]) },
        // Leave out the part of the loss that findings of single requests already count.
        moneyAvailable: subtract(finding.amount, line.lostByFindings.value),
      });
    }
    for (const group of bills.groups) {
      const lines = listMarginTallies(group, totals);
      const { loss } = judgeByTotals(group, totals, context);
      if (loss === undefined) continue;
      // Subtract the loss of matched requests, which the findings above already report.
      const reported = sumBy(group.models, (model) => deficits.get(model) ?? ZERO);
      const amount = zeroIfWithinTolerance(subtract(loss.amount, reported), loss.amount, context);
      if (isPositive(amount))
        find('negative_margin_model', {
          subject: { kind: 'model', name: group.model },
          severity: 'warning',
          amount,
          since: findLossStart(group),
          days: listLossDays(group, context),
          counts: {
            requests: loss.requests,
            byTotals: group.comparedRequests,
            ...countUnchargedSales(lines),
          },
          moneyAvailable: amount.minus(group.lost).minus(sumBy(lines, (line) => line.lostByFindings.value)),
        });
    }
    for (const billed of bills.channels) {
      const finding = findChannelLoss(billed, context);
      if (finding)
        find('negative_margin_channel', { subject: { kind: 'channel', name: billed.channelId }, ...finding });
    }
    for (const [channelId, line] of totals.channels) {
      const finding = line.mismatches.value > 0 ? undefined : findLoss(line, context);
      if (finding)
        find('negative_margin_channel', { subject: { kind: 'channel', name: channelId }, ...finding });
    }
    const amount = findTotalLoss(figures, context);
    if (amount)
      find('negative_margin_total', {
        amount,
        severity: flags.margin && flags.rows ? 'critical' : 'warning',
      });
  },
});
