import { type Decimal, exceeds, total, ZERO } from '../../money.ts';
import { isEffective, type PaymentGroup } from '../groups/payment.ts';
import { absentFirst, firstBy } from '../rows/order.ts';
import type { PaymentRow } from '../rows/row.ts';
import type { Figures } from '../tally/figures.ts';
import { byKey, count, fields, sum, type TallyOf } from '../tally/monoid.ts';
import { check, counted } from './check.ts';

const fundingTally = fields({
  credited: sum,
  /** The same by customer, as far as payments name one. */
  users: byKey(sum),
  effective: count,
  withoutUser: count,
});
type Funding = TallyOf<typeof fundingTally>;

/** Of several rows of one payment that which says what was credited, and to whom. */
const largestCredit = (a: PaymentRow, b: PaymentRow): number =>
  (b.credited ?? ZERO).comparedTo(a.credited ?? ZERO) ||
  b.occurredAt - a.occurredAt ||
  absentFirst(a.userId, b.userId);

function addCredit(tally: Funding, { rows }: PaymentGroup): void {
  const effective = rows.filter(isEffective);
  const { credited, userId } = firstBy(effective, largestCredit) ?? {};
  tally.effective.value += effective.length;
  for (const row of effective) if (row.userId === undefined) tally.withoutUser.value++;
  if (credited === undefined) return;
  tally.credited.add(credited);
  if (userId !== undefined) tally.users.at(userId).add(credited);
}

/** What single customers spent beyond their credits; nothing where a request or a payment names no customer. */
function shortfallsOf({ users, withoutUser }: Funding, { totals }: Figures): Map<string, Decimal> {
  const shortfalls = new Map<string, Decimal>();
  if (withoutUser.value + totals.gaps.withoutUser.value > 0) return shortfalls;
  for (const [userId, { revenue }] of totals.users) {
    const credit = users.get(userId)?.value ?? ZERO;
    if (exceeds(revenue.value, credit)) shortfalls.set(userId, revenue.value.minus(credit));
  }
  return shortfalls;
}

/** What is spent was paid in. */
export const funding = check({
  id: 'funding',
  invariant:
    'Net revenue does not exceed the credits of effective payments, of each transaction the largest; judged only where all credits are known. With a period’s start, wallets may have held an opening balance; payments in another currency, or none at all, may explain it, too: an info then. Where the whole is covered and everything names its customer, the same is asked of each customer.',
  codes: {
    funding_shortfall: {
      about: 'report',
      severities: ['warning', 'info'],
      needs: 'payments',
      words: {
        en: {
          title: 'Customers spent more than was credited to them.',
          remedy: 'Look for credits that no payment covers: gifts, redemption codes, manual top-ups.',
          message: ({ amounts, counts: { users = 0 }, amount, currency }) =>
            users > 0
              ? `All credits cover the revenue of ${amounts.revenue} ${currency}, but ${counted(users, 'customer')} spent ${amount} beyond their own.`
              : `Revenue of ${amounts.revenue} ${currency} exceeds the credits of ${amounts.credited} by ${amount}.`,
        },
        zh: {
          title: '客户的消费超过了入账金额。',
          remedy: '查找没有对应支付的额度：赠送、兑换码、管理员手动充值。',
          message: ({ amounts, counts: { users = 0 }, amount, currency }) =>
            users > 0
              ? `全部入账足以覆盖 ${amounts.revenue} ${currency} 的收入，但有 ${users} 位客户的消费超出各自的入账，共 ${amount} ${currency}。`
              : `收入 ${amounts.revenue} ${currency} 比入账金额 ${amounts.credited} 多出 ${amount}。`,
        },
      },
    },
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
    if (exceeds(revenue, credited)) {
      const isExplained =
        context.start !== undefined || totals.gaps.foreignPayments.value > 0 || tally.effective.value === 0;
      const severity = isExplained ? 'info' : 'warning';
      find('funding_shortfall', { amount: revenue.minus(credited), severity, amounts });
      return;
    }
    const shortfalls = shortfallsOf(tally, figures);
    if (shortfalls.size === 0) return;
    const amount = total([...shortfalls.values()], (shortfall) => shortfall);
    find('funding_shortfall', {
      amount,
      severity: 'info',
      amounts,
      counts: { users: shortfalls.size },
      amountsByUser: shortfalls,
    });
  },
});
