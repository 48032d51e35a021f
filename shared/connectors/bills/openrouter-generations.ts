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
    'A row is a request, but gateways keep the id of the reply (`gen-…`) only on demand. If you know your gateway’s request id, add it as `request_id`.',
    'Cached tokens are part of the prompt, as in the API’s replies; the documentation of the export does not say so.',
    'If you bring your own keys (BYOK), the provider’s price is in the provider’s bill, not here.',
    'The columns of the CSV export are known from tools that read it. Exports by day or key have no `generation_id` and are not read.',
  ],
} as const satisfies ChargeBill;
