import { difference, exceeds } from '../../money.ts';
import { isKept } from '../groups/payment.ts';
import { check } from './check.ts';

/** A payment's parts are no larger than the payment. */
export const paymentAmounts = check({
  id: 'payment-amounts',
  invariant:
    'No payment is refunded more than its amount, and the fee of a settled or refunded one is not larger than the amount. The dispute fee of a chargeback may be.',
  codes: {
    payment_refund_exceeds_amount: {
      about: 'payment',
      severities: ['critical'],
      side: 'lost',
      needs: 'payments',
      words: {
        en: {
          title: 'More was refunded than was paid.',
          remedy: 'Check the refund with the payment provider, and take the excess back.',
          clause: ['more was refunded than was paid', '# payments were refunded more than was paid'],
          message: ({ name, amounts, amount, currency }) =>
            `Payment ${name} of ${amounts.paid} ${currency} was refunded ${amounts.refunded}, ${amount} too much.`,
        },
        zh: {
          title: '退款超过了付款。',
          remedy: '向支付平台核实这笔退款，追回多退的部分。',
          clause: '# 笔充值的退款超过了付款',
          message: ({ name, amounts, amount, currency }) =>
            `充值 ${name} 付款 ${amounts.paid} ${currency}，退款 ${amounts.refunded}，多退 ${amount}。`,
        },
      },
    },
    fee_exceeds_amount: {
      about: 'payment',
      severities: ['warning'],
      side: 'lost',
      needs: 'payments',
      words: {
        en: {
          title: 'A fee is larger than its payment.',
          remedy: 'Check the tariff for small payments, or set a minimum amount.',
          clause: ['a fee is larger than its payment', '# fees are larger than their payments'],
          message: ({ name, amounts, amount, currency }) =>
            `Payment ${name} of ${amounts.paid} ${currency} cost a fee of ${amounts.fee}, ${amount} more than it brought.`,
        },
        zh: {
          title: '手续费超过了付款本身。',
          remedy: '核对小额充值的费率，或设置最低充值金额。',
          clause: '# 笔充值的手续费超过了付款',
          message: ({ name, amounts, amount, currency }) =>
            `充值 ${name} 付款 ${amounts.paid} ${currency}，手续费却有 ${amounts.fee}，倒贴 ${amount}。`,
        },
      },
    },
  },
  payment(payment, { find }) {
    for (const row of payment.distinct) {
      const { gross, refund, fee } = row;
      const upTo = payment.upTo(row);
      if (refund && exceeds(refund, gross))
        find('payment_refund_exceeds_amount', {
          amount: difference(refund, gross),
          amounts: { paid: gross, refunded: refund },
          upTo,
        });
      if (isKept(row) && fee && exceeds(fee, gross))
        find('fee_exceeds_amount', { amount: difference(fee, gross), amounts: { paid: gross, fee }, upTo });
    }
  },
});
