import type { UsageBill } from './bill.ts';

/** Anthropic: `GET /v1/organizations/usage_report/messages`. */
export const anthropicUsage = {
  id: 'anthropic-usage',
  name: 'Anthropic usage report',
  sources: ['https://platform.claude.com/docs/en/manage-claude/usage-cost-api'],
  checkedAt: '2026-11-22',
  ledger: 'usage',
  marks: [['uncached_input_tokens', 'cache_creation']],
  unfold: 'results',
  fields: {
    occurredAt: { at: ['starting_at'], as: 'time', notes: 'a minute, an hour or a day, in UTC' },
    model: { at: ['model'], as: 'name' },
  },
  tokens: {
    input: { at: ['uncached_input_tokens'], as: 'count' },
    output: { at: ['output_tokens'], as: 'count' },
    cacheRead: { at: ['cache_read_input_tokens'], as: 'count' },
    cacheWrites: [
      { at: ['cache_creation.ephemeral_5m_input_tokens'], as: 'count' },
      { at: ['cache_creation.ephemeral_1h_input_tokens'], as: 'count' },
    ],
    isCacheInInput: false,
  },
  limitations: ['Models are named only with `group_by[]=model`.'],
  sentence: {
    en: 'belongs to Anthropic’s usage report, which carries no money; send /v1/organizations/cost_report',
    zh: '属于 Anthropic 用量报告，其中没有金额；请提供 /v1/organizations/cost_report',
  },
} as const satisfies UsageBill;
