import type { Route } from '#shared/http/route.ts';

/** The route of `GET /api/v1/examples/reconciliation`. */
export const route = {
  id: 'example',
  method: 'GET',
  path: '/api/v1/examples/reconciliation',
  summary: 'Get a complete example input for reconcile',
  description:
    'Log, bill and payments of one day with the errors that operators meet: a request that was billed but never charged, a failed request that was charged, a retry that cost money, a wrong price, and a chargeback whose credit was not taken back. Send `data` to `/api/v1/reconcile`.',
  refusals: [],
} as const satisfies Route;
