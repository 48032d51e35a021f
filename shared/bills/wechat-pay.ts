import type { PaymentBill } from './bill.ts';

/**
 * WeChat Pay: the trade bill of type ALL, as of 2024-11-25.
 * Read on 2026-11-22: pay.weixin.qq.com/docs/merchant/products/bill-download/format-trade.
 */
export const wechatPay = {
  id: 'wechat-pay',
  name: 'WeChat Pay trade bill',
  nameInChinese: '微信支付交易账单',
  ledger: 'payments',
  provider: 'wechat',
  signatures: [['微信订单号', '商户订单号', '交易状态', '订单金额']],
  currency: 'CNY',
  end: { begins: '总交易单数', downloaded: '`' },
  fields: {
    transactionId: { at: ['商户订单号'], as: 'id' },
    movementId: { at: ['微信退款单号', '微信订单号'], as: 'id' },
    orderId: { at: ['商户订单号'], as: 'id' },
    occurredAt: { at: ['交易时间'], as: 'chinaTime' },
    movement: { at: ['交易状态'], as: 'name' },
    amount: { at: ['订单金额'], as: 'amount' },
    refunded: { at: ['申请退款金额', '退款金额'], as: 'amount' },
    fee: { at: ['手续费'], as: 'amount' },
    currency: { at: ['货币种类'], as: 'currency' },
  },
  movements: [
    ['SUCCESS', 'charge'],
    ['REFUND', 'refund'],
    ['REVOKED', 'none'],
  ],
  limitations: [
    'Bills of type SUCCESS or REFUND, and of old accounts, have other columns and may need a mapping.',
    'REVOKED is not documented, so such rows are left out; a note gives their sum. The status of a refund is never updated.',
    'A refund may belong to an order in an earlier file. Send both files together. A negative fee on a refund is read as a refunded fee.',
  ],
} as const satisfies PaymentBill;
