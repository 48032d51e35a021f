import type { PaymentBill } from './bill.ts';

/**
 * Alipay: the trade bill.
 * Read on 2026-11-22: developer.aliyun.com/article/707638.
 */
export const alipay = {
  id: 'alipay',
  name: 'Alipay trade bill',
  nameInChinese: '支付宝交易账单',
  ledger: 'payments',
  provider: 'alipay',
  marks: [['支付宝交易号', '商户订单号', '业务类型', '订单金额（元）']],
  currency: 'CNY',
  end: { begins: '业务明细列表结束', downloaded: '业务明细列表-' },
  fields: {
    transactionId: { at: ['商户订单号'], as: 'id', notes: 'the gateway’s `trade_no`' },
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
    'The file comes as a zip of GBK text: unpack it. The bill named signcustomer differs and is not read.',
    'The sign of the fee is not documented: on a payment it counts as a cost, and the opposite sign on its refund counts as returned.',
    'The order of a refund may be in an earlier file: read them together.',
  ],
} as const satisfies PaymentBill;
