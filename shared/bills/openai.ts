import type { ChargeBill, UsageBill } from './bill.ts';

/**
 * OpenAI: `GET /v1/organization/costs`, and the usage page's export of costs by line item.
 * Read on 2026-11-22: developers.openai.com/api/reference (organization, usage, costs),
 * cookbook.openai.com/examples/completions_usage_api, help.openai.com/en/articles/8554956.
 */
export const openAiCosts = {
  id: 'openai-costs',
  name: 'OpenAI costs',
  ledger: 'upstreamCharges',
  signatures: [
    ['start_time', 'amount.value', 'amount.currency'],
    ['start_time', 'amount_value', 'amount_currency'],
    ['start_time_iso', 'amount_value', 'amount_currency'],
  ],
  unfold: 'results',
  fields: {
    occurredAt: { at: ['start_time', 'start_time_iso'], as: 'time' },
    endsAt: { at: ['end_time', 'end_time_iso'], as: 'time' },
    model: { at: ['line_item'], as: 'beforeComma' },
    cost: { at: ['amount.value', 'amount_value'], as: 'amount' },
    currency: { at: ['amount.currency', 'amount_currency'], as: 'currency' },
  },
  meter: {
    kind: { at: ['line_item'], as: 'name' },
    kinds: [
      [', cached input', 'cacheRead'],
      [', input', 'input'],
      [', output', 'output'],
    ],
  },
  limitations: [
    'Each row covers one day and one line item. It has no request id, so no row can be matched with a request.',
    'Rows contain a model only if you request them with `group_by=line_item`. Replies with different `group_by` values cover the same costs: send only one of them.',
    'The unit of `quantity` is not documented, so no tokens are read. Refunds are not documented either; negative amounts are read as refunds.',
    'OpenAI does not document the columns of the CSV export. They were taken from third-party tools that read it.',
  ],
} as const satisfies ChargeBill;

/**
 * OpenAI: `GET /v1/organization/usage/completions`.
 * Read on 2026-11-22: developers.openai.com/api/reference (organization, usage, completions),
 * cookbook.openai.com/examples/completions_usage_api.
 */
export const openAiUsage = {
  id: 'openai-usage',
  name: 'OpenAI usage',
  ledger: 'usage',
  signatures: [['num_model_requests', 'input_tokens']],
  unfold: 'results',
  fields: {
    occurredAt: { at: ['start_time'], as: 'time' },
    model: { at: ['model'], as: 'name' },
  },
  tokens: {
    input: { at: ['input_tokens'], as: 'count' },
    output: { at: ['output_tokens'], as: 'count' },
    cacheRead: { at: ['input_cached_tokens'], as: 'count' },
    isCacheInInput: true,
  },
  limitations: ['Rows contain a model only if you request the report with `group_by=model`.'],
  sentence: {
    en: 'is from OpenAI’s usage report, which has no amounts. Send the reply of /v1/organization/costs',
    zh: '属于 OpenAI 用量报告，没有金额。请提供 /v1/organization/costs',
  },
} as const satisfies UsageBill;
