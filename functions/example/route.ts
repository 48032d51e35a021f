import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'example',
  method: 'GET',
  path: '/api/v1/examples/reconciliation',
  summary: 'Give a complete, runnable input of reconcile',
  description:
    'Three small ledgers of one day with the faults that operators meet: a leak, a charged failure, a paid retry, a wrong price, a chargeback whose credit stands. Send `data` to `/api/v1/reconcile`.',
  refusals: [],
} as const satisfies Route;
