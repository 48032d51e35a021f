import type { ChargeBill } from './bill.ts';

/**
 * OpenRouter: `GET /api/v1/generation`, and the activity export by generation.
 * Read on 2026-11-22: openrouter.ai/docs/client-sdks/typescript/models/generationresponse,
 * openrouter.ai/docs/guides/guides/activity-export.
 */
export const openRouterGenerations = {
  id: 'openrouter-generations',
  name: 'OpenRouter generations',
  ledger: 'upstreamCharges',
  signatures: [
    ['id', 'total_cost', 'native_tokens_prompt'],
    ['generation_id', 'cost_total'],
  ],
  currency: 'USD',
  fields: {
    occurredAt: { at: ['created_at'], as: 'utcTime' },
    model: { at: ['model', 'model_permaslug'], as: 'name' },
    cost: { at: ['total_cost', 'cost_total'], as: 'amount' },
    upstreamId: { at: ['id', 'generation_id'], as: 'id' },
    cancelled: { at: ['cancelled'], as: 'flag' },
  },
  tokens: {
    input: { at: ['native_tokens_prompt', 'tokens_prompt'], as: 'count' },
    output: { at: ['native_tokens_completion', 'tokens_completion'], as: 'count' },
    cacheRead: { at: ['native_tokens_cached', 'tokens_cached'], as: 'count' },
    reasoning: { at: ['native_tokens_reasoning', 'tokens_reasoning'], as: 'count' },
    isCacheInInput: true,
  },
  limitations: [
    'Each row is one request, but gateways store the reply id (`gen-…`) only if configured to. If you know your gateway’s request id, add it as `request_id`.',
    'Cached tokens are assumed to be part of the prompt, as in the API’s replies: the export is not documented in this detail.',
    'If you use your own keys (BYOK), the provider’s price is in the provider’s bill, not here.',
    'The columns of the CSV export were taken from third-party tools that read it.',
    'Exports by day or key have no `generation_id` and are not read.',
  ],
} as const satisfies ChargeBill;

/**
 * OpenRouter: `GET /api/v1/activity`.
 * Read on 2026-11-22: openrouter.ai/docs/api/api-reference/analytics/get-user-activity.
 */
export const openRouterActivity = {
  id: 'openrouter-activity',
  name: 'OpenRouter activity by day',
  ledger: 'upstreamCharges',
  signatures: [['date', 'usage', 'endpoint_id']],
  currency: 'USD',
  grain: 'day',
  fields: {
    occurredAt: { at: ['date'], as: 'utcTime' },
    model: { at: ['model', 'model_permaslug'], as: 'name' },
    cost: { at: ['usage'], as: 'amount' },
  },
  tokens: {
    input: { at: ['prompt_tokens'], as: 'count' },
    output: { at: ['completion_tokens'], as: 'count' },
    reasoning: { at: ['reasoning_tokens'], as: 'count' },
    isCacheInInput: false,
  },
  limitations: [
    'Each row covers one day and one endpoint. It has no request id. The reply covers the last 30 complete UTC days.',
    '`byok_usage_inference` is what providers bill to your own keys. It is not counted.',
  ],
} as const satisfies ChargeBill;

/** OpenRouter: the activity page’s CSV by day. Read on 2026-11-27: third parties that read it. */
export const openRouterPage = {
  id: 'openrouter-activity-page',
  name: 'OpenRouter activity page',
  ledger: 'upstreamCharges',
  signatures: [['Slug', 'Usage', 'BYOK Usage']],
  currency: 'USD',
  grain: 'day',
  fields: {
    occurredAt: { at: ['Date'], as: 'utcTime' },
    model: { at: ['Slug'], as: 'name' },
    cost: { at: ['Usage'], as: 'amount' },
  },
  billedElsewhere: { at: ['BYOK Usage'], as: 'amount' },
  tokens: {
    input: { at: ['Prompt Tokens'], as: 'count' },
    output: { at: ['Completion Tokens'], as: 'count' },
    reasoning: { at: ['Reasoning Tokens'], as: 'count' },
    isCacheInInput: false,
  },
  limitations: [
    'Each row covers one day and one model. It has no request id.',
    '`BYOK Usage` is OpenRouter’s estimate of what other providers bill to your own keys. A note gives its sum, but it is not counted as a cost.',
    'OpenRouter does not document the file. Its columns were taken from third-party tools that read it.',
  ],
} as const satisfies ChargeBill;
