import type { ChargeBill } from './bill.ts';

/**
 * LiteLLM: rows of `LiteLLM_SpendLogs`, where another gateway buys from it.
 * Read on 2026-11-27: litellm 1.108.7, its schema and replies of `GET /spend/logs`, `/spend/logs/v2` and `/spend/logs/ui`.
 */
export const liteLlmSpend = {
  id: 'litellm-spend',
  name: 'LiteLLM spend logs',
  ledger: 'upstreamCharges',
  marks: [['request_id', 'spend', 'model_group', 'startTime']],
  currency: 'USD',
  grain: 'event',
  failed: [
    { at: 'status', is: ['failure'] },
    { at: 'metadata.status', is: ['failure'] },
  ],
  fields: {
    occurredAt: {
      at: ['startTime'],
      as: 'utcTime',
      notes: '`created_at` and `updated_at` hold the day of an upgrade',
    },
    model: {
      at: ['model'],
      as: 'name',
      notes: 'the name that was bought; `model_group` is what LiteLLM sold',
    },
    cost: { at: ['spend'], as: 'amount' },
    upstreamId: {
      at: ['request_id'],
      as: 'id',
      notes: 'LiteLLM’s or its provider’s own: no other gateway has it',
    },
  },
  tokens: {
    input: { at: ['prompt_tokens'], as: 'count' },
    output: { at: ['completion_tokens'], as: 'count' },
    isCacheInInput: false,
  },
  limitations: [
    'A row is a request, but no other gateway stores its id: it is compared by totals.',
    'What a failed attempt cost (`<id>-attempt-<n>`) is a row like others. Sums by day are not read: ask for `summarize=false`.',
    'Spend is what LiteLLM computed itself, in doubles.',
  ],
} as const satisfies ChargeBill;
