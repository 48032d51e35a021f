import type { CodeTextsOf } from '../words/code-text.ts';
import type { paymentSides } from './payment-sides.ts';

/** Words for the codes of `paymentSides`. */
export const paymentSidesWords: CodeTextsOf<typeof paymentSides> = {
  credit_without_payment: {
    en: {
      title: "A credit has no payment: the order is not in the payment provider's report.",
      remedy:
        'Take the credit back, and find out how the order was marked as paid: by a forged callback, or by hand.',
      clause: ['a credit was given without a payment', '# credits were given without a payment'],
      message:
        "{amount} {currency} was credited for order {name}, which is not in the payment provider's report.",
    },
    zh: {
      title: '有入账却没有付款：支付平台的账单中没有这笔订单。',
      remedy: '请收回入账，并查明是谁把订单改为已支付：伪造的回调，还是手动补单。',
      clause: '# 笔入账没有对应的付款',
      message: '订单 {name} 入账了 {amount} {currency}，支付平台的账单中却没有这笔订单。',
    },
  },
  payment_without_credit_row: {
    en: {
      title: 'Money came in, but the gateway has no top-up or order for it.',
      remedy: "Find out from the payment provider's data who paid, and add the credit.",
      clause: ['a payment@ has no top-up', '# payments@ have no top-up'],
      message:
        '{amount} {currency} came in with payment {name}, but the gateway has no top-up or order with this number.',
    },
    zh: {
      title: '收到了付款，网关却没有对应的充值或订单。',
      remedy: '请按支付平台的订单信息查明付款人，并为其入账。',
      clause: '# 笔付款没有对应的充值记录',
      message: '收到付款 {name}（{amount} {currency}），网关却没有这个编号的充值或订单。',
    },
  },
  payment_not_judged: {
    en: {
      title: 'Top-ups and payments outside the time that both lists cover were not checked.',
      remedy: 'Export both lists for the whole period.',
      clause: ['a top-up or payment@ was not checked', '# top-ups and payments@ were not checked'],
      message:
        'Order {name} of {amount} {currency} was not checked, because it is outside the time that both lists cover.',
    },
    zh: {
      title: '超出两份清单共同时段的充值与付款没有核对。',
      remedy: '请按整个账期导出充值记录和支付平台的账单。',
      clause: '# 笔充值或付款没有核对',
      message: '订单 {name}（{amount} {currency}）超出充值记录与支付平台账单共同的时段，没有核对。',
    },
  },
};
