import { ZERO } from '../../money/money.ts';
import type { Context } from '../survey/context.ts';
import type { BilledGroup } from '../tally/bills/bills.ts';
import { lossAboveTolerance, UnclaimedLoss } from '../tally/bills/losses.ts';
import type { EstimateLine } from '../tally/estimated/estimate-tally.ts';
import { isConfirmedEstimate } from '../tally/estimated/parts.ts';
import type { Figures } from '../tally/figures.ts';
import { check, code } from './check.ts';

/** Lists names with their loss by configured prices, without losses that one quota unit a request explains. */
const listLosses = (lines: ReadonlyMap<string, EstimateLine>, context: Context) =>
  [...lines].flatMap(([name, { judged, judgedCost, judgedRevenue, lossDays }]) => {
    const requests = judged.value;
    const amount = lossAboveTolerance(judgedCost.value.minus(judgedRevenue.value), requests, context);
    return amount && requests > 0 ? { name, amount, counts: { requests }, days: [...lossDays] } : [];
  });

/** Returns the models for which the bill agrees with the estimate of every model that shares it. */
const findConfirmedModels = ({ bills, estimated }: Figures): Set<string> => {
  const byModel = Map.groupBy(estimated, ({ model }) => model);
  const isConfirmed = ({ model }: BilledGroup): boolean =>
    byModel.get(model)?.every(isConfirmedEstimate) ?? false;
  return new Set(bills.groups.filter(isConfirmed).flatMap(({ models }) => models));
};

/**
 * Finds models, channels and customers that lose money by the operator's purchase prices.
 *
 * Invariant: If purchase prices are given, each model, channel and customer earns at least the estimated cost of its
 * requests, within one quota unit per request. Free requests and requests with a bill line of their own are left out.
 * A model is critical if its bill agrees with its estimate.
 */
export const estimatedLosses = check({
  id: 'estimated-losses',
  codes: {
    estimated_loss_model: code('model', ['critical', 'warning'], 'doubtful', { isAggregate: true }),
    estimated_loss_channel: code('channel', ['warning'], null, { isAggregate: true }),
    estimated_loss_user: code('customer', ['warning'], null, { isAggregate: true }),
  },
  conclude({ find, context, figures }) {
    const { totals } = figures;
    const unclaimed = UnclaimedLoss.afterBills(figures, context);
    const confirmed = findConfirmedModels(figures);
    for (const { name, amount, ...loss } of listLosses(totals.estimates.models, context))
      find('estimated_loss_model', {
        subject: { kind: 'model', name },
        severity: confirmed.has(name) ? 'critical' : 'warning',
        amount,
        ...loss,
        // Leave out what findings of bills, of margins and of single requests already count.
        moneyAvailable: unclaimed
          .claim(name, amount)
          .minus(totals.looseTotals.looseSales.get(name)?.lost.value ?? ZERO),
      });
    for (const { name, ...loss } of listLosses(totals.estimates.channels, context))
      find('estimated_loss_channel', { subject: { kind: 'channel', name }, ...loss });
    for (const { name, ...loss } of listLosses(totals.estimates.customers, context))
      find('estimated_loss_user', { subject: { kind: 'customer', name }, userIds: [name], ...loss });
  },
});
