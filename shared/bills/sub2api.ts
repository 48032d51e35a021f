import type { ChargeBill } from './bill.ts';

/**
 * sub2api: the usage page’s CSV, of a user or of the administrator.
 * Read on 2026-11-27: frontend/src/views/user/UsageView.vue at d3e73f12.
 */
export const sub2ApiPage = {
  id: 'sub2api-usage-page',
  name: 'sub2api usage page',
  ledger: 'upstreamCharges',
  signatures: [['Total Cost', 'Billing Type', 'Cache Read Tokens', 'Time']],
  currency: 'USD',
  grain: 'event',
  needsFactor: true,
  nonUsage: [{ at: 'Billing Type', is: ['Subscription'], reason: 'paidByPlan' }],
  fields: {
    occurredAt: { at: ['Time'], as: 'utcTime' },
    model: { at: ['Model'], as: 'name' },
    cost: { at: ['Total Cost'], as: 'amount' },
  },
  tokens: {
    input: { at: ['Input Tokens'], as: 'count' },
    output: { at: ['Output Tokens'], as: 'count' },
    cacheRead: { at: ['Cache Read Tokens'], as: 'count' },
    cacheWrites: [{ at: ['Cache Write Tokens'], as: 'count' }],
    isCacheInInput: false,
  },
  limitations: [
    'Each row is one request, but it has no request id.',
    'No column contains the multiplier of the account. Set it in the settings as the factor of the file.',
    'Usage covered by a subscription is not counted; a note gives its sum.',
  ],
} as const satisfies ChargeBill;
