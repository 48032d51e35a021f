import type { PaymentBill } from './bill.ts';

/**
 * epay: an order (`api.php?act=order`), or its list of orders (`act=orders`).
 * Read on 2026-11-22: kancloud.cn/aisg/asdfg/1481338.
 */
export const epay = {
  id: 'epay',
  name: 'epay orders',
  nameInChinese: '易支付订单',
  ledger: 'payments',
  provider: 'epay',
  signatures: [['out_trade_no', 'trade_no', 'money']],
  currency: 'CNY',
  fields: {
    transactionId: { at: ['out_trade_no'], as: 'id' },
    movementId: { at: ['trade_no'], as: 'id' },
    orderId: { at: ['out_trade_no'], as: 'id' },
    occurredAt: { at: ['endtime', 'addtime'], as: 'chinaTime' },
    movement: { at: ['status'], as: 'word' },
    amount: { at: ['money'], as: 'amount' },
    fee: { at: ['fee'], as: 'amount' },
    returned: { at: ['refund', 'refundmoney'], as: 'amount' },
  },
  movements: [
    ['0', 'none'],
    ['1', 'charge'],
  ],
  limitations: [
    'Orders have no currency, so amounts are read as CNY. Few platforms list fees and refunds, and none gives the time of a refund.',
    'The bill of Alipay or WeChat Pay lists the same payments under epay’s own order numbers. Send only one of the two.',
  ],
} as const satisfies PaymentBill;
