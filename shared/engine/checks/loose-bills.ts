import { isPositive, sumBy } from '../../money/money.ts';
import { matchesStars } from '../../stars.ts';
import { isSameDisplayName } from '../rows/model-name.ts';
import { listOutsideByModel } from '../tally/bills/bills.ts';
import { check, code } from './check.ts';

const isPurchased = (name: string, purchasedModels: readonly string[]): boolean =>
  purchasedModels.some((model) =>
    model.includes('*') ? matchesStars(name, model) : isSameDisplayName(name, model),
  );

/**
 * Finds cost and revenue that cannot be compared, because bill and log cover different times or models.
 *
 * Invariant: A bill without request ids is compared by totals, for the days that the bill and the log both cover.
 * Requests with ids are compared one by one, from the first to the last row of the other ledger. Anything outside is
 * reported by model. Between its first and last day, a bill without request ids leaves out no day on which requests
 * were delivered. Every model in the bill was sold.
 */
export const looseBills = check({
  id: 'loose-bills',
  codes: {
    bill_beyond_log: code('model', ['info'], null, { needs: 'upstreamCharges' }),
    log_beyond_bill: code('model', ['warning', 'info'], null, { needs: 'upstreamCharges' }),
    billed_not_sold: code('report', ['warning', 'info'], null, { needs: 'upstreamCharges' }),
  },
  conclude({ find, figures: { bills, totals }, context: { purchasedModels } }) {
    for (const [ledger, code] of [
      ['upstream', 'bill_beyond_log'],
      ['downstream', 'log_beyond_bill'],
    ] as const)
      for (const { model, requests, amount, requestIds } of listOutsideByModel(ledger, totals, bills))
        if (isPositive(amount.value))
          find(code, {
            subject: { kind: 'model', name: model },
            severity: 'info',
            cases: requests.value,
            amount: amount.value,
            requestIds: requestIds.value,
          });
    for (const { model, costOutsideLog, revenueOutsideBill, costOfMissingDays } of bills.groups) {
      const subject = { kind: 'model', name: model } as const;
      if (isPositive(costOutsideLog)) find('bill_beyond_log', { subject, amount: costOutsideLog });
      if (isPositive(costOfMissingDays))
        find('log_beyond_bill', { subject, severity: 'warning', amount: costOfMissingDays });
      else if (isPositive(revenueOutsideBill))
        find('log_beyond_bill', { subject, severity: 'info', amount: revenueOutsideBill });
    }
    if (bills.notSold.size > 0)
      find('billed_not_sold', {
        // Warn if the operator buys one of these models only for the gateway: somebody uses it outside the gateway.
        severity: [...bills.notSold.keys()].some((name) => isPurchased(name, purchasedModels))
          ? 'warning'
          : 'info',
        cases: bills.notSold.size,
        amount: sumBy([...bills.notSold.values()], (cost) => cost),
        amountsByModel: bills.notSold,
      });
  },
});
