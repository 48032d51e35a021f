import type { paymentSides } from './payment-sides.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `paymentSides`. */
export const paymentSidesWords: WordsOf<typeof paymentSides> = {
  credit_without_payment: {
    en: {
      title: "A credit has no payment: the processor's report does not have its order.",
      remedy:
        'Ask the processor for the order. If it was never paid, take the credit back, and see who marked it as paid: a forged callback, or a completion by hand.',
      clause: ['a credit was given without a payment', '# credits were given without a payment'],
      message:
        "Order {name} was credited with {amount} {currency}, but the processor's report has no such order.",
    },
    zh: {
      title: '有入账却没有付款：支付平台的对账单中没有这笔订单。',
      remedy:
        '向支付平台查询这笔订单；如果从未付款，请收回入账，并查明是谁把它标为已付：伪造的回调，还是手动补单。',
      clause: '# 笔入账没有对应的付款',
      message: '订单 {name} 已入账 {amount} {currency}，但支付平台的对账单中没有这笔订单。',
    },
  },
  payment_without_credit_row: {
    en: {
      title: 'Money came in, and the gateway has no top-up or order of it.',
      remedy:
        "Find out whose payment it is, from the processor's metadata or by asking. Then credit it or pay it back.",
      clause: ['a payment has no top-up', '# payments have no top-up'],
      message:
        'Payment {name} of {amount} {currency} came in, but the gateway has no top-up or order of that number.',
    },
    zh: {
      title: '收到了付款，网关却没有对应的充值或订单。',
      remedy: '通过支付平台的附加数据或询问查明付款人，然后为其入账或退款。',
      clause: '# 笔付款没有对应的充值记录',
      message: '收到付款 {name}，金额 {amount} {currency}，但网关没有这个编号的充值或订单。',
    },
  },
  payment_not_judged: {
    en: {
      title: 'Top-ups and payments outside the time that both lists share are not judged.',
      remedy: 'Export both lists for the whole period.',
      clause: ['a top-up or payment is not judged', '# top-ups and payments are not judged'],
      message: 'Order {name} of {amount} {currency} is outside the time that both lists share.',
    },
    zh: {
      title: '在充值记录与对账单共同的时段之外的充值与付款，不作判断。',
      remedy: '请导出整个账期的两份记录。',
      clause: '# 笔充值或付款未作判断',
      message: '订单 {name}（{amount} {currency}）在两份记录共同的时段之外。',
    },
  },
};
