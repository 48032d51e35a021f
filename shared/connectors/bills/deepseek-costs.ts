import type { ChargeBill } from './bill.ts';

/** DeepSeek: the file of costs (`cost-….csv`) that the platform’s usage page exports. */
export const deepSeekCosts = {
  id: 'deepseek-costs',
  name: 'DeepSeek costs',
  nameInChinese: 'DeepSeek 消费记录',
  sources: ['third parties that read the export (columns of both files)'],
  checkedAt: '2026-11-22',
  ledger: 'upstreamCharges',
  marks: [
    ['start_time_iso', 'model', 'wallet_type', 'cost'],
    ['utc_date', 'model', 'wallet_type', 'cost'],
  ],
  fields: {
    occurredAt: { at: ['start_time_iso', 'utc_date'], as: 'utcTime', notes: 'the day or hour' },
    model: { at: ['model'], as: 'name' },
    cost: { at: ['cost'], as: 'amount' },
    currency: { at: ['currency'], as: 'currency' },
  },
  limitations: [
    'One row is a day or an hour and a model: no request id, no key and no tokens.',
    'DeepSeek documents neither file; their columns are known from third parties. The file of quantities (`amount-….csv`) holds the same money without a currency: only its tokens are read, beside this file.',
    'Only paid balances were seen in `wallet_type`. What was paid from a granted balance is counted at its cost, as the price of its usage.',
  ],
} as const satisfies ChargeBill;
