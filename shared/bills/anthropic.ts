import type { ChargeBill, UsageBill } from './bill.ts';

/**
 * Anthropic: `GET /v1/organizations/cost_report`.
 * Read on 2026-11-22: platform.claude.com/docs/en/api/admin/cost_report,
 * platform.claude.com/docs/en/manage-claude/usage-cost-api.
 */
export const anthropicCostReport = {
  id: 'anthropic-cost-report',
  name: 'Anthropic cost report',
  ledger: 'upstreamCharges',
  marks: [['amount', 'cost_type', 'starting_at']],
  unfold: 'results',
  fields: {
    occurredAt: { at: ['starting_at'], as: 'time', notes: 'the day, in UTC' },
    model: {
      at: ['model', 'description', 'cost_type'],
      as: 'name',
      notes: 'tools and code execution have no model: their description',
    },
    cost: { at: ['amount'], as: 'cents', notes: '"123.45" is $1.2345' },
    currency: { at: ['currency'], as: 'currency' },
  },
  meter: {
    kind: { at: ['token_type'], as: 'name' },
    kinds: [
      ['cache_read', 'cacheRead'],
      ['cache_creation', 'cacheWrite'],
      ['uncached_input', 'input'],
      ['output', 'output'],
    ],
  },
  limitations: [
    'One row is a day and a kind of token, without request id, counts or key.',
    'Models are named only with `group_by[]=description`.',
    'The report leaves out the priority tier. The meaning of negative amounts is not documented; they are read as refunds.',
  ],
} as const satisfies ChargeBill;

/**
 * Anthropic: `GET /v1/organizations/usage_report/messages`.
 * Read on 2026-11-22: platform.claude.com/docs/en/manage-claude/usage-cost-api.
 */
export const anthropicUsage = {
  id: 'anthropic-usage',
  name: 'Anthropic usage report',
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
