import type { PaymentBill } from './bill.ts';

/** Alipay: the trade bill. Read on 2026-11-22: developer.aliyun.com/article/707638. */
export const alipay = {
  id: 'alipay',
  name: 'Alipay trade bill',
  nameInChinese: '支付宝交易账单',
  ledger: 'payments',
  provider: 'alipay',
  signatures: [['支付宝交易号', '商户订单号', '业务类型', '订单金额（元）']],
  currency: 'CNY',
  end: { begins: '业务明细列表结束', downloaded: '业务明细列表-' },
  fields: {
    transactionId: { at: ['商户订单号'], as: 'id' },
    movementId: { at: ['退款批次号/请求号', '支付宝交易号'], as: 'id' },
    orderId: { at: ['商户订单号'], as: 'id' },
    occurredAt: { at: ['完成时间', '创建时间'], as: 'chinaTime' },
    movement: { at: ['业务类型'], as: 'name' },
    amount: { at: ['订单金额（元）'], as: 'amount' },
    refunded: { at: ['商家实收（元）', '订单金额（元）'], as: 'amount' },
    fee: { at: ['服务费（元）'], as: 'amount' },
  },
  movements: [
    ['交易', 'charge'],
    ['退款', 'refund'],
  ],
  limitations: [
    'The file is a zip archive of GBK text. Unpack it.',
    'The sign of the fee is not documented. The fee of a payment is read as a cost, and a fee with the opposite sign on its refund as a refunded fee.',
    'A refund may belong to an order in an earlier file. Send both files together.',
  ],
} as const satisfies PaymentBill;

/** Alipay: the list of movements of an account (`signcustomer`). Seen on 2026-11-27 in public readers of the file. */
export const alipayAccount = {
  id: 'alipay-account',
  name: 'Alipay account movements',
  nameInChinese: '支付宝账务明细',
  ledger: 'payments',
  provider: 'alipay',
  signatures: [['账务流水号', '业务流水号', '商户订单号', '业务类型', '收入金额（+元）', '支出金额（-元）']],
  currency: 'CNY',
  end: { begins: '账务明细列表结束', downloaded: '账务明细列表-' },
  fields: {
    transactionId: { at: ['商户订单号'], as: 'id' },
    movementId: { at: ['账务流水号'], as: 'id' },
    orderId: { at: ['商户订单号'], as: 'id' },
    occurredAt: { at: ['发生时间'], as: 'chinaTime' },
    movement: { at: ['业务类型'], as: 'name' },
    amount: { at: ['收入金额（+元）'], as: 'amount' },
    expenditure: { at: ['支出金额（-元）'], as: 'amount' },
  },
  movements: [
    ['在线支付', 'charge'],
    ['交易付款', 'charge'],
    ['交易退款', 'refund'],
    ['退款', 'refund'],
    ['收费', 'fee'],
    ['服务费', 'fee'],
    // A row without an order number is not a payment: a withdrawal or a transfer, for example.
    ['*', 'none', { at: '商户订单号', isEmpty: true }],
  ],
  limitations: [
    'The file is a zip archive of GBK text with a summary. Unpack it, and use the file that contains 账务流水号.',
    'Newer exports lack the column 业务类型 and are refused, because the type of their rows is unknown.',
    'The documentation does not say whether fee rows contain an order number. Rows without an order number are not read.',
  ],
} as const satisfies PaymentBill;
