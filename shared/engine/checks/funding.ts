import { compare, type Decimal, exceeds, subtract, sumBy, ZERO } from '../../money/money.ts';
import { isCaptured, type PaymentGroup } from '../entities/payment-group.ts';
import { absentFirst, byCodeUnit, findFirst } from '../rows/order.ts';
import type { PaymentRow } from '../rows/row.ts';
import { DETAIL_IDS_MAX } from '../rows/row.ts';
import { type Accumulator, byKey, count, fields, sum } from '../tally/accumulators.ts';
import { lossAboveTolerance } from '../tally/bills/losses.ts';
import type { Totals } from '../tally/totals/totals.ts';
import { check, code } from './check.ts';

const fundingTally = fields({
  credited: sum,
  /** Credit of each customer that payments name. */
  byCustomer: byKey(sum),
  effective: count,
  withoutUser: count,
});
type Funding = Accumulator<typeof fundingTally>;

/** Sorts the rows of a payment: the largest credit first. */
const largestCredit = (a: PaymentRow, b: PaymentRow): number =>
  (b.credited ?? ZERO).comparedTo(a.credited ?? ZERO) ||
  b.occurredAt - a.occurredAt ||
  absentFirst(a.userId, b.userId);

function addCredit(tally: Funding, { rows }: PaymentGroup): void {
  const effective = rows.filter(isCaptured);
  const { credited, userId } = findFirst(effective, largestCredit) ?? {};
  tally.effective.value += effective.length;
  for (const row of effective) if (row.userId === undefined) tally.withoutUser.value++;
  if (credited === undefined) return;
  tally.credited.add(credited);
  if (userId !== undefined) tally.byCustomer.at(userId).add(credited);
}

/** Lists customers who spent more than their credits, the largest amount first. */
const listShortfalls = ({ byCustomer }: Funding, { customers }: Totals): (readonly [string, Decimal])[] =>
  [...customers]
    .flatMap(([userId, { revenue }]) => {
      const credit = byCustomer.get(userId)?.value ?? ZERO;
      return exceeds(revenue.value, credit) ? [[userId, subtract(revenue.value, credit)] as const] : [];
    })
    .sort(([userA, a], [userB, b]) => compare(b, a) || byCodeUnit(userA, userB));

/**
 * Finds revenue that payments do not cover, in total or for single customers.
 *
 * Invariant: Net revenue is at most the credit of effective payments (the largest credit of each transaction). This is
 * checked only if all credits are known. The finding is for information only if something may explain the gap: an
 * opening balance (the period has a start), payments in another currency, or no payments at all. If credits cover the
 * total and every row names its customer, each customer is checked as well.
 */
export const funding = check({
  id: 'funding',
  codes: {
    funding_shortfall: code('report', ['warning', 'info'], null, { needs: 'payments' }),
  },
  tally: fundingTally,
  payment(payment, { tally }) {
    addCredit(tally, payment);
  },
  conclude({ tally, find, context, figures }) {
    const { flags, revenue, totals } = figures;
    if (!flags.paymentCredits) return;
    const credited = tally.credited.value;
    const amounts = { revenue, credited };
    const shortfall = lossAboveTolerance(revenue.minus(credited), 1, context);
    if (shortfall) {
      const isExplained =
        context.start !== undefined || totals.gaps.foreignPayments.value > 0 || tally.effective.value === 0;
      const severity = isExplained ? 'info' : 'warning';
      find('funding_shortfall', { amount: shortfall, severity, amounts });
      return;
    }
    // Check single customers only if every request and payment names its customer.
    if (tally.withoutUser.value + totals.gaps.withoutUser.value > 0) return;
    const shortfalls = listShortfalls(tally, totals);
    const total = lossAboveTolerance(
      sumBy(shortfalls, ([, amount]) => amount),
      shortfalls.length,
      context,
    );
    if (total === undefined) return;
    find('funding_shortfall', {
      amount: total,
      severity: 'info',
      amounts,
      counts: { users: shortfalls.length },
      amountsByUser: new Map(shortfalls.slice(0, DETAIL_IDS_MAX)),
    });
  },
});
