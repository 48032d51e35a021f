import { type Decimal, difference, isPositive, ZERO } from '../../money.ts';
import { isKept } from '../groups/payment.ts';
import type { PaymentRow } from '../rows/row.ts';
import { restOf } from '../survey/context.ts';
import { check, code } from './check.ts';

/** Computes what was refunded beyond the amount; not positive where nothing was. */
const excessiveRefund = ({ refund, gross }: PaymentRow): Decimal =>
  refund ? difference(refund, gross) : ZERO;

/** Computes what the fee is above the amount. The dispute fee of a chargeback is not an excess. */
const excessiveFee = (row: PaymentRow): Decimal =>
  isKept(row) && row.fee ? difference(row.fee, row.gross) : ZERO;

/** Only money that came is credited, and a payment's parts are no larger than the payment. */
export const paymentAmounts = check({
  id: 'payment-amounts',
  invariant:
    'A failed or pending payment has no credit. A payment may stay pending without an alarm, however old: an abandoned checkout stays pending forever. No payment is refunded more than its amount, and the fee of a settled or refunded one is not larger than the amount. The dispute fee of a chargeback may be. An excess counts once, in whatever row of the payment it is.',
  codes: {
    failed_payment_credited: code('payment', ['critical'], 'lost', {
      needs: 'payments',
      en: {
        title: 'A failed payment was credited.',
        remedy: 'Take the credit back.',
        clause: ['a failed payment was credited', '# failed payments were credited'],
        message: 'Payment {name} failed, but {amount} {currency} was credited.',
      },
      zh: {
        title: '失败的充值被入账。',
        remedy: '收回这笔入账。',
        clause: '# 笔失败的充值被入账',
        message: '充值 {name} 已失败，却入账了 {amount} {currency}。',
      },
    }),
    pending_payment_credited: code('payment', ['critical'], 'doubtful', {
      needs: 'payments',
      en: {
        title: 'A pending payment was credited.',
        remedy: 'Take the credit back until the payment settles.',
        clause: ['a payment was credited before it settled', '# payments were credited before they settled'],
        message: 'Payment {name} is still pending, but {amount} {currency} was credited.',
      },
      zh: {
        title: '尚未到账的充值已被入账。',
        remedy: '在到账之前先收回这笔入账。',
        clause: '# 笔充值尚未到账就已入账',
        message: '充值 {name} 尚未到账，却已入账 {amount} {currency}。',
      },
    }),
    payment_pending: code('payment', ['info'], null, {
      needs: 'payments',
      en: {
        title: 'A payment is pending.',
        remedy: 'Nothing to do for an abandoned checkout. Otherwise, ask the payment provider for its state.',
        clause: ['a payment has been pending for long', '# payments have been pending for long'],
        message: 'Payment {name} of {amount} {currency} is pending.',
      },
      zh: {
        title: '充值尚未完成。',
        remedy: '放弃付款的订单无需处理；否则请向支付平台查询其状态。',
        clause: '# 笔充值长时间未完成',
        message: '充值 {name}（{amount} {currency}）尚未完成。',
      },
    }),
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
  payment(payment, { find, context }) {
    for (const { status, gross, credited, creditAlone } of payment.distinct) {
      const isCredited = credited !== undefined && isPositive(credited);
      if (status === 'failed' && isCredited) find('failed_payment_credited', { amount: credited });
      if (status === 'pending' && isCredited) find('pending_payment_credited', { amount: credited });
      else if (status === 'pending' && creditAlone === undefined) find('payment_pending', { amount: gross });
    }
    const returned = payment.mostExceeding(excessiveRefund);
    const refunded = returned?.refund ?? ZERO;
    const excess = returned && restOf(excessiveRefund(returned), refunded, context);
    if (returned && excess && isPositive(excess))
      find('payment_refund_exceeds_amount', {
        amount: excess,
        amounts: { paid: returned.gross, refunded },
      });
    const dear = payment.mostExceeding(excessiveFee);
    if (dear)
      find('fee_exceeds_amount', {
        amount: excessiveFee(dear),
        amounts: { paid: dear.gross, fee: dear.fee ?? ZERO },
      });
  },
});
