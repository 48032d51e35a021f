import { difference, exceeds } from '../../money.ts';
import { isKept } from '../groups/payment.ts';
import { check, code } from './check.ts';

/** A payment's parts are no larger than the payment. */
export const paymentAmounts = check({
  id: 'payment-amounts',
  invariant:
    'No payment is refunded more than its amount, and the fee of a settled or refunded one is not larger than the amount. The dispute fee of a chargeback may be.',
  codes: {
    payment_refund_exceeds_amount: code('payment', ['critical'], 'lost', {
      needs: 'payments',
      en: {
        title: 'More was refunded than was paid.',
        remedy: 'Check the refund with the payment provider, and take the excess back.',
        clause: ['more was refunded than was paid', '# payments were refunded more than was paid'],
        message: 'Payment {name} of {paid} {currency} was refunded {refunded}, {amount} too much.',
      },
      zh: {
        title: '退款超过了付款。',
        remedy: '向支付平台核实这笔退款，追回多退的部分。',
        clause: '# 笔充值的退款超过了付款',
        message: '充值 {name} 付款 {paid} {currency}，退款 {refunded}，多退 {amount}。',
      },
    }),
    fee_exceeds_amount: code('payment', ['warning'], 'lost', {
      needs: 'payments',
      en: {
        title: 'A fee is larger than its payment.',
        remedy: 'Check the tariff for small payments, or set a minimum amount.',
        clause: ['a fee is larger than its payment', '# fees are larger than their payments'],
        message: 'Payment {name} of {paid} {currency} cost a fee of {fee}, {amount} more than it brought.',
      },
      zh: {
        title: '手续费超过了付款本身。',
        remedy: '核对小额充值的费率，或设置最低充值金额。',
        clause: '# 笔充值的手续费超过了付款',
        message: '充值 {name} 付款 {paid} {currency}，手续费却有 {fee}，倒贴 {amount}。',
      },
    }),
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
