import type { CodeTextsOf } from '../words/code-text.ts';
import type { paymentAmounts } from './payment-amounts.ts';

/** Words for the codes of `paymentAmounts`. */
export const paymentAmountsWords: CodeTextsOf<typeof paymentAmounts> = {
  failed_payment_credited: {
    en: {
      remedy: 'Take the credit back.',
      clause: ['a failed payment@ was credited', '# failed payments@ were credited'],
      message: '{amount} {currency} was credited for payment {name}, which failed.',
    },
    zh: {
      title: '支付失败的充值入了账。',
      remedy: '收回这笔入账。',
      clause: '# 笔支付失败的充值入了账',
      message: '充值 {name} 支付失败，却入账了 {amount} {currency}。',
    },
  },
  pending_payment_credited: {
    en: {
      title: 'A pending payment was credited.',
      remedy: 'Take the credit back until the payment is complete.',
      clause: [
        'a payment@ was credited before it was complete',
        '# payments@ were credited before they were complete',
      ],
      message: '{amount} {currency} was credited for payment {name}, which is still pending.',
    },
    zh: {
      title: '尚未支付完成的充值已经入账。',
      remedy: '支付完成之前，先收回这笔入账。',
      clause: '# 笔充值尚未支付完成就已入账',
      message: '充值 {name} 尚未支付完成，却已入账 {amount} {currency}。',
    },
  },
  payment_pending: {
    en: {
      title: 'A payment is pending.',
      remedy: 'Ask the payment provider for the status.',
      clause: ['a payment@ is still pending', '# payments@ are still pending'],
      message: 'Payment {name} of {amount} {currency} is still pending.',
    },
    zh: {
      title: '充值尚未支付完成。',
      remedy: '请向支付平台查询状态。',
      clause: '# 笔充值尚未支付完成',
      message: '充值 {name}（{amount} {currency}）尚未支付完成。',
    },
  },
  payment_refund_exceeds_amount: {
    en: {
      remedy: 'Claim back the excess from the payment provider.',
      clause: ['more was refunded than was paid', 'for # payments, more was refunded than was paid'],
      message:
        'The refund of payment {name} is {amount} {currency} too high: {paid} was paid, {refunded} was refunded.',
    },
    zh: {
      title: '退款超过了付款金额。',
      remedy: '请向支付平台追回多退的部分。',
      clause: '# 笔充值的退款超过了付款金额',
      message: '充值 {name} 多退了 {amount} {currency}：付款 {paid}，退款 {refunded}。',
    },
  },
  fee_exceeds_amount: {
    en: {
      title: 'A fee is higher than the payment itself.',
      remedy: 'Set a minimum for payments.',
      clause: [
        'the fee of a payment@ is higher than the payment',
        'the fees of # payments@ are higher than the payments',
      ],
      message:
        'The fee for payment {name} ({fee} {currency}) is {amount} higher than the payment itself ({paid}).',
    },
    zh: {
      title: '手续费比付款本身还高。',
      remedy: '请设置最低充值金额。',
      clause: '# 笔充值的手续费比付款还高',
      message: '充值 {name} 的手续费 {fee} {currency} 比付款 {paid} 还多 {amount}。',
    },
  },
};
