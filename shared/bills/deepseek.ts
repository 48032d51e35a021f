import type { ChargeBill, UsageBill } from './bill.ts';

/**
 * DeepSeek: the file of costs (`cost-….csv`) that the platform’s usage page exports.
 * Read on 2026-11-22: third parties that read the export (columns of both files).
 */
export const deepSeekCosts = {
  id: 'deepseek-costs',
  name: 'DeepSeek costs',
  nameInChinese: 'DeepSeek 消费记录',
  ledger: 'upstreamCharges',
  marks: [
    ['start_time_iso', 'model', 'wallet_type', 'cost'],
    ['utc_date', 'model', 'wallet_type', 'cost'],
  ],
  grain: [['utc_date', 'day']],
  fields: {
    occurredAt: { at: ['start_time_iso', 'utc_date'], as: 'utcTime', notes: 'the day or hour' },
    endsAt: { at: ['end_time_iso'], as: 'utcTime' },
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

/**
 * DeepSeek: the file of quantities (`amount-….csv`) that the platform’s usage page exports beside that of
 * costs.
 * Read on 2026-11-22: third parties that read the export (columns of both files).
 */
export const deepSeekAmounts = {
  id: 'deepseek-amounts',
  name: 'DeepSeek amounts',
  ledger: 'usage',
  marks: [
    ['start_time_iso', 'model', 'type', 'price', 'amount'],
    ['utc_date', 'model', 'type', 'price', 'amount'],
  ],
  fields: {
    occurredAt: { at: ['start_time_iso', 'utc_date'], as: 'utcTime', notes: 'the day or hour' },
    model: { at: ['model'], as: 'name' },
  },
  meter: {
    kind: { at: ['type'], as: 'name' },
    kinds: [
      ['input_cache_hit_tokens', 'cacheRead'],
      ['input_cache_miss_tokens', 'input'],
      ['output_tokens', 'output'],
    ],
    quantity: { at: ['amount'], as: 'quantity' },
  },
  limitations: ['DeepSeek does not document the file; its columns are known from third parties.'],
  sentence: {
    en: 'belongs to DeepSeek’s file of quantities (amount-….csv), which names no currency; send the file of costs beside it (cost-….csv), which holds the same money',
    zh: '属于 DeepSeek 的数量文件（amount-….csv），其中没有币种；请提供同时导出的费用文件（cost-….csv），其中是同一笔金额',
  },
} as const satisfies UsageBill;
