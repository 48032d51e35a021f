import { isPositive, subtract } from '../../money/money.ts';
import { byKey, fields, greatest, least } from '../tally/accumulators.ts';
import { check, code } from './check.ts';

/** First time that a customer paid for a model, and last time that they got it free, by customer and model. */
const timesByCustomer = byKey(byKey(fields({ firstPaid: least, lastFree: greatest })));

/**
 * Finds requests whose cost the customer did not pay, and served requests without any cost.
 *
 * Invariant: A request that has a cost is charged to its customer, unless its expected charge is 0. A request that was
 * charged and served has an attempt with a cost. Suspended requests are skipped, except those charged 0 while a bill
 * line is pending: their final cost is already lost. All requests of a model priced at 0 are one finding, which is a
 * warning if a customer paid for the model before.
 */
export const absorbedCost = check({
  id: 'absorbed-cost',
  codes: {
    absorbed_cost: code('request', ['warning'], 'lost', {
      countsAgainst: 'serving',
      needs: 'upstreamCharges',
    }),
    zero_charge_with_cost: code(['request', 'model'], ['critical', 'warning', 'info'], 'lost', {
      countsAgainst: 'serving',
      needs: 'upstreamCharges',
    }),
    zero_cost_success: code('request', ['info'], null, { needs: 'upstreamCharges' }),
  },
  tally: timesByCustomer,
  simple: false,
  countSimple({ sale: { userId, model, occurredAt } }, { tally }) {
    if (userId !== undefined) tally.at(userId).at(model).firstPaid.add(occurredAt);
  },
  row(row, { tally }) {
    if (row.ledger !== 'downstreamUsage' || row.userId === undefined || row.status === 'pending') return;
    if (isPositive(row.gross)) tally.at(row.userId).at(row.model).firstPaid.add(row.occurredAt);
  },
  request(request, { find, tally }) {
    const { sales, charges, isSuspended, hasForeignRow, retryCost, model, time } = request;
    const isServed = sales.isDelivered && charges.successes.length > 0 && !isSuspended;
    if (isServed && isPositive(sales.net) && charges.attempts.every((row) => row.gross.isZero()))
      find('zero_cost_success', { amount: sales.net });
    if (sales.settled.length === 0 || !isPositive(charges.cost) || isPositive(sales.net)) return;
    const amount = subtract(charges.cost, retryCost);
    if (!isPositive(amount)) return;
    if (!sales.isDelivered || isPositive(sales.gross)) {
      if (!isSuspended) find('absorbed_cost', { amount });
    } else if (!hasForeignRow && !sales.hasPendingRow) {
      // Settled upstream cost is already lost, even if another upstream row is pending.
      if (!sales.isFree) find('zero_charge_with_cost', { amount });
      else {
        find('zero_charge_with_cost', {
          subject: { kind: 'model', name: model },
          severity: 'info',
          amount,
          // Reserve the full amount, because `conclude` may raise this to a warning.
          moneyAvailable: amount,
        });
        for (const { userId } of sales.included)
          if (userId !== undefined) tally.at(userId).at(model).lastFree.add(time);
      }
    }
  },
  conclude({ tally }) {
    const paidBefore = new Set<string>();
    for (const models of tally.values())
      for (const [model, { firstPaid, lastFree }] of models)
        if ((firstPaid.value ?? Number.NaN) < (lastFree.value ?? Number.NaN)) paidBefore.add(model);
    return {
      zero_charge_with_cost: ({ subject, severity }) =>
        subject.kind === 'model' && paidBefore.has(subject.name) ? 'warning' : severity,
    };
  },
});
