import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'reconcile',
  method: 'POST',
  path: '/api/v1/reconcile',
  summary: 'Reconcile downstream usage, upstream charges and payments',
  description:
    'Compares what customers were charged, what providers billed and what was paid, record by record, and answers with exact totals, the margin by model and by channel, and findings. An omitted ledger is not an empty one: figures that need it are null, and `completeness` says so.',
  isWorded: true,
  refusals: [],
} as const satisfies Route;
