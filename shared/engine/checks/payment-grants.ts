import { exceeds, smaller } from '../../money.ts';
import { isKept, worthOf } from '../groups/payment.ts';
import { check, code, counted } from './check.ts';

/** What the operator grants is told, and is no error. */
export const paymentGrants = check({
  id: 'payment-grants',
  invariant:
    'A credit may be above its payment by what the operator has granted: a discount on the order, a bonus of the top-up, a price below the stated rate. All of it is one info.',
  codes: {
    discount_granted: code('ledger', ['info'], null, {
      needs: 'payments',
      en: {
        title: 'Discounts you granted.',
        remedy: 'Nothing to do if these are your offers.',
        clause: ['a discount was granted', '# discounts were granted'],
        message: ({ cases, amount, currency }) =>
          `Discounts you granted: ${counted(cases, 'payment')} ${cases === 1 ? 'was' : 'were'} credited with ${amount} ${currency} beyond what was paid, as the gateway's orders say.`,
      },
      zh: {
        title: '您给出的优惠。',
        remedy: '如果是您自己的优惠，则无需处理。',
        clause: '# 笔充值享受了优惠',
        message: '您给出的优惠：{cases} 笔充值的入账比付款多 {amount} {currency}，与网关订单所写一致。',
      },
    }),
  },
  payment(payment, { find }) {
    for (const row of payment.distinct) {
      const { gross, credited, creditAlone, bought } = row;
      if (!isKept(row) || creditAlone || bought === undefined || credited === undefined) continue;
      const reached = smaller(credited, worthOf(row));
      if (exceeds(reached, gross))
        find('discount_granted', {
          subject: { kind: 'ledger', name: 'payments' },
          amount: reached.minus(gross),
        });
    }
  },
});
