import type { Route } from '#shared/http/route.ts';

/** The route of `POST /api/v1/reconcile`. */
export const route = {
  id: 'reconcile',
  method: 'POST',
  path: '/api/v1/reconcile',
  summary: 'Reconcile the log, the bill and the payments of a gateway',
  description:
    'Compares, record by record, what customers were charged (`downstreamUsage`), what providers billed (`upstreamCharges`) and what customers paid (`payments`). Returns exact totals, the margin by model and by channel, and findings. A list that is left out is unknown, not empty: figures that need it are null, and `completeness` shows that it is missing.',
  isLocalized: true,
  refusals: [],
} as const satisfies Route;
