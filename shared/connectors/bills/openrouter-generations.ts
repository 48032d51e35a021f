import type { ChargeBill } from './bill.ts';

/** OpenRouter: `GET /api/v1/generation`, and the activity export by generation. */
export const openRouterGenerations = {
  id: 'openrouter-generations',
  name: 'OpenRouter generations',
  sources: [
    'https://openrouter.ai/docs/client-sdks/typescript/models/generationresponse',
    'https://openrouter.ai/docs/guides/guides/activity-export',
  ],
  checkedAt: '2026-11-22',
  ledger: 'upstreamCharges',
  marks: [
    ['id', 'total_cost', 'native_tokens_prompt'],
    ['generation_id', 'cost_total'],
  ],
  currency: 'USD',
  fields: {
    occurredAt: { at: ['created_at'], as: 'utcTime' },
    model: { at: ['model', 'model_permaslug'], as: 'name' },
    cost: { at: ['total_cost', 'cost_total'], as: 'amount', notes: 'the total; its parts are not added' },
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
    'A row is a request, but gateways keep the id of the reply (`gen-…`) only if they are told to: where you know the request id of your gateway, add it as `request_id`.',
    'That cached tokens are part of the prompt is taken from the API’s replies; the export’s documentation does not say so.',
    'With keys of your own (BYOK) the provider’s price is in its own bill, not here.',
    'Columns of the CSV export are those that its readers know; exports by day or key have no `generation_id` and are not read.',
  ],
} as const satisfies ChargeBill;
