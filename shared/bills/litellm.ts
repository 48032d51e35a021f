import type { ChargeBill } from './bill.ts';

/**
 * LiteLLM: rows of `LiteLLM_SpendLogs`, where another gateway buys from it.
 * Read on 2026-11-27: litellm 1.108.7, its schema and replies of `GET /spend/logs`, `/spend/logs/v2` and `/spend/logs/ui`.
 */
export const liteLlmSpend = {
  id: 'litellm-spend',
  name: 'LiteLLM spend logs',
  ledger: 'upstreamCharges',
  signatures: [['request_id', 'spend', 'model_group', 'startTime']],
  currency: 'USD',
  grain: 'event',
  failed: [
    { at: 'status', is: ['failure'] },
    { at: 'metadata.status', is: ['failure'] },
  ],
  fields: {
    // `created_at` and `updated_at` may be the day on which LiteLLM was upgraded.
    occurredAt: { at: ['startTime'], as: 'utcTime' },
    // The model that was bought; `model_group` is the one that LiteLLM sold.
    model: { at: ['model'], as: 'name' },
    cost: { at: ['spend'], as: 'amount' },
    upstreamId: { at: ['request_id'], as: 'id' },
  },
  tokens: {
    input: { at: ['prompt_tokens'], as: 'count' },
    output: { at: ['completion_tokens'], as: 'count' },
    isCacheInInput: false,
  },
  limitations: [
    'Each row is one request, but no other gateway stores its id, so the rows are compared by totals.',
    'A failed attempt that cost money (`<id>-attempt-<n>`) is read like any other row.',
    'Daily sums are not read. Request the rows with `summarize=false`.',
    'LiteLLM computes the spend itself, in floating point.',
  ],
} as const satisfies ChargeBill;
