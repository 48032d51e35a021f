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
  signatures: [
    ['start_time_iso', 'model', 'wallet_type', 'cost'],
    ['utc_date', 'model', 'wallet_type', 'cost'],
  ],
  grain: [['utc_date', 'day']],
  fields: {
    occurredAt: { at: ['start_time_iso', 'utc_date'], as: 'utcTime' },
    endsAt: { at: ['end_time_iso'], as: 'utcTime' },
    model: { at: ['model'], as: 'name' },
    cost: { at: ['cost'], as: 'amount' },
    currency: { at: ['currency'], as: 'currency' },
  },
  limitations: [
    'Each row covers one day or hour and one model. It has no request id, API key or token count.',
    'DeepSeek does not document its files. Their columns were taken from third-party tools that read them.',
    'The quantity file (`amount-….csv`) lists the same costs without a currency, so only its tokens are read, together with this file.',
    'Only the `wallet_type` of paid balances is known. Usage paid from a granted balance is counted at its full price.',
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
  signatures: [
    ['start_time_iso', 'model', 'type', 'price', 'amount'],
    ['utc_date', 'model', 'type', 'price', 'amount'],
  ],
  fields: {
    occurredAt: { at: ['start_time_iso', 'utc_date'], as: 'utcTime' },
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
  limitations: [
    'DeepSeek does not document the file. Its columns were taken from third-party tools that read it.',
  ],
  sentence: {
    en: 'is from DeepSeek’s quantity file (amount-….csv), which has no currency. Also send the cost file (cost-….csv), which has one',
    zh: '属于 DeepSeek 的数量文件（amount-….csv），没有币种。请一并提供费用文件（cost-….csv），其中有对应的金额',
  },
} as const satisfies UsageBill;
