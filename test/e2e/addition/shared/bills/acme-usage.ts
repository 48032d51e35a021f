import type { ChargeBill } from '#shared/bills/bill.ts';

/** A made-up provider: a cost for each call. */
export const acmeUsage = {
  id: 'acme-usage',
  name: 'Acme usage',
  ledger: 'upstreamCharges',
  signatures: [['acme_call_id', 'acme_model', 'acme_cost']],
  fields: {
    occurredAt: { at: ['called_at'], as: 'utcTime' },
    model: { at: ['acme_model'], as: 'name' },
    cost: { at: ['acme_cost'], as: 'amount' },
    upstreamId: { at: ['acme_call_id'], as: 'id' },
  },
  currency: 'USD',
  limitations: ['Nobody sends it.'],
} as const satisfies ChargeBill;
