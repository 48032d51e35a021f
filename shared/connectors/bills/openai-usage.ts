import type { UsageBill } from './bill.ts';

/** OpenAI: `GET /v1/organization/usage/completions`. */
export const openAiUsage = {
  id: 'openai-usage',
  name: 'OpenAI usage',
  sources: [
    'https://developers.openai.com/api/reference (organization, usage, completions)',
    'https://cookbook.openai.com/examples/completions_usage_api',
  ],
  checkedAt: '2026-11-22',
  ledger: 'usage',
  marks: [['num_model_requests', 'input_tokens']],
  unfold: 'results',
  fields: {
    occurredAt: { at: ['start_time'], as: 'time', notes: 'a minute, an hour or a day, in UTC' },
    model: { at: ['model'], as: 'name' },
  },
  tokens: {
    input: { at: ['input_tokens'], as: 'count' },
    output: { at: ['output_tokens'], as: 'count' },
    cacheRead: { at: ['input_cached_tokens'], as: 'count' },
    isCacheInInput: true,
  },
  limitations: ['Models are named only with `group_by=model`.'],
  sentence: {
    en: 'belongs to OpenAI’s usage report, which carries no money; send /v1/organization/costs',
    zh: '属于 OpenAI 用量报告，其中没有金额；请提供 /v1/organization/costs',
  },
} as const satisfies UsageBill;
