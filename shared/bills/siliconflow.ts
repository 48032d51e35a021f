import type { ChargeBill } from './bill.ts';

/** SiliconFlow: the console’s costs, by request and by day. Read on 2026-11-27: third parties that read them. */
export const siliconFlow = {
  id: 'siliconflow',
  name: 'SiliconFlow cost details',
  nameInChinese: '硅基流动费用明细',
  ledger: 'upstreamCharges',
  signatures: [
    ['计费项', '计费项原始用量', '账单金额'],
    ['计费项', '计费项原始用量', '计费金额'],
  ],
  currency: 'CNY',
  grain: [
    ['费用发生时间', 'event'],
    ['账单时间', 'day'],
  ],
  fields: {
    occurredAt: { at: ['费用发生时间', '账单时间'], as: 'chinaTime' },
    model: { at: ['计费项'], as: 'beforeWay' },
    // After discounts and vouchers; the second column is before them.
    cost: { at: ['账单金额', '计费金额'], as: 'amount' },
  },
  meter: {
    kind: { at: ['计费项'], as: 'name' },
    kinds: [
      ['.cached-tokens', 'cacheRead'],
      ['.input-tokens', 'input'],
      ['.output-tokens', 'output'],
    ],
    quantity: { at: ['计费项原始用量'], as: 'quantity' },
    unit: { at: ['用量单位'], as: 'name' },
  },
  limitations: [
    'Each row covers one request or one day, and one kind of token. It has no request id.',
    'SiliconFlow does not document the file. Times are read as China time (UTC+8); `.cached-tokens` has not been tested with real data.',
  ],
} as const satisfies ChargeBill;
