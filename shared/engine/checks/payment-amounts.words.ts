import type { paymentAmounts } from './payment-amounts.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `paymentAmounts`. */
export const paymentAmountsWords: WordsOf<typeof paymentAmounts> = {
  failed_payment_credited: {
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
  },
  pending_payment_credited: {
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
  },
  payment_pending: {
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
  },
  payment_refund_exceeds_amount: {
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
  },
  fee_exceeds_amount: {
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
  },
};
