import type { ChargeBill } from './bill.ts';

/** OpenRouter: `GET /api/v1/activity`. */
export const openRouterActivity = {
  id: 'openrouter-activity',
  name: 'OpenRouter activity by day',
  sources: ['https://openrouter.ai/docs/api/api-reference/analytics/get-user-activity'],
  checkedAt: '2026-11-22',
  ledger: 'upstreamCharges',
  marks: [['date', 'usage', 'endpoint_id']],
  currency: 'USD',
  fields: {
    occurredAt: { at: ['date'], as: 'utcTime' },
    model: { at: ['model', 'model_permaslug'], as: 'name', notes: 'as requests ask for it' },
    cost: { at: ['usage'], as: 'amount' },
  },
  tokens: {
    input: { at: ['prompt_tokens'], as: 'count', notes: 'cached ones are not told apart' },
    output: { at: ['completion_tokens'], as: 'count' },
    reasoning: { at: ['reasoning_tokens'], as: 'count' },
    isCacheInInput: false,
  },
  limitations: [
    'One row is a day and an endpoint, without request id. The reply covers the last 30 complete UTC days.',
    '`byok_usage_inference` is what providers bill to keys of your own: it is not added.',
  ],
} as const satisfies ChargeBill;
