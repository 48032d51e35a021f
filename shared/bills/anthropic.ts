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
  signatures: [['amount', 'cost_type', 'starting_at']],
  unfold: 'results',
  fields: {
    occurredAt: { at: ['starting_at'], as: 'time' },
    endsAt: { at: ['ending_at'], as: 'time' },
    model: { at: ['model', 'description', 'cost_type'], as: 'name' },
    cost: { at: ['amount'], as: 'cents' },
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
    'Each row covers one day and one kind of token. It has no request id, token count or API key.',
    'Rows contain a model only if you request the report with `group_by[]=description`.',
    'The report does not include the priority tier.',
    'Negative amounts are not documented. They are read as refunds.',
  ],
} as const satisfies ChargeBill;

const consoleKinds = [
  ['cache_read', 'cacheRead'],
  ['cache_write', 'cacheWrite'],
  ['input_no_cache', 'input'],
  ['output', 'output'],
] as const;

/**
 * Claude Console: Cost, Export.
 * Read on 2026-11-27: third parties that read the export (columns of 2024 and of 2026, cents only, kinds of tokens).
 */
export const claudeConsoleCost = {
  id: 'claude-console-cost',
  name: 'Claude Console cost export',
  ledger: 'upstreamCharges',
  signatures: [['usage_date_utc', 'cost_usd', 'token_type']],
  currency: 'USD',
  grain: 'day',
  decimals: 2,
  fields: {
    occurredAt: { at: ['usage_date_utc'], as: 'utcTime' },
    model: { at: ['model', 'usage_type', 'cost_type'], as: 'name' },
    // After discounts, unlike `list_price_usd`.
    cost: { at: ['cost_usd'], as: 'amount' },
  },
  meter: { kind: { at: ['token_type'], as: 'name' }, kinds: consoleKinds },
  limitations: [
    'Each row covers one day, one model and one kind of token. It has no request id and no token count.',
    'Each row is rounded to cents, so a difference of up to half a cent per row is normal.',
    'Anthropic does not document the file. Its columns were taken from third-party tools that read it.',
  ],
} as const satisfies ChargeBill;

/** Claude Console: Usage, Export. Read on 2026-11-27: third parties that read the export. */
export const claudeConsoleUsage = {
  id: 'claude-console-usage',
  name: 'Claude Console usage export',
  ledger: 'usage',
  signatures: [['usage_date_utc', 'model_version', 'usage_output_tokens']],
  fields: {
    occurredAt: { at: ['usage_date_utc'], as: 'utcTime' },
    model: { at: ['model_version'], as: 'name' },
  },
  tokens: {
    input: { at: ['usage_input_tokens_no_cache'], as: 'count' },
    output: { at: ['usage_output_tokens'], as: 'count' },
    cacheRead: { at: ['usage_input_tokens_cache_read'], as: 'count' },
    cacheWrites: [
      { at: ['usage_input_tokens_cache_write_5m'], as: 'count' },
      { at: ['usage_input_tokens_cache_write_1h'], as: 'count' },
    ],
    isCacheInInput: false,
  },
  limitations: [
    'Anthropic does not document the file. The names of cached tokens are taken from its cost file.',
  ],
  sentence: {
    en: 'is from the Claude Console’s token export, which has no amounts. Send the export of the Cost page instead',
    zh: '属于 Claude Console 的 token 用量导出，没有金额。请提供 Cost（费用）页面的导出',
  },
} as const satisfies UsageBill;

/**
 * Anthropic: `GET /v1/organizations/usage_report/messages`.
 * Read on 2026-11-22: platform.claude.com/docs/en/manage-claude/usage-cost-api.
 */
export const anthropicUsage = {
  id: 'anthropic-usage',
  name: 'Anthropic usage report',
  ledger: 'usage',
  signatures: [['uncached_input_tokens', 'cache_creation']],
  unfold: 'results',
  fields: {
    occurredAt: { at: ['starting_at'], as: 'time' },
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
  limitations: ['Rows contain a model only if you request the report with `group_by[]=model`.'],
  sentence: {
    en: 'is from Anthropic’s usage report, which has no amounts. Send the reply of /v1/organizations/cost_report',
    zh: '属于 Anthropic 用量报告，没有金额。请提供 /v1/organizations/cost_report',
  },
} as const satisfies UsageBill;
