import type { Route } from '#shared/http/route.ts';

/** The route of `POST /api/v1/normalize`. */
export const route = {
  id: 'normalize',
  method: 'POST',
  path: '/api/v1/normalize',
  summary: 'Convert a gateway export into the input of reconcile',
  description:
    'Reads the log, the bill, the payments and the channels of a gateway that `/api/v1/connectors` lists, as the gateway exports them, and returns them as the input of `/api/v1/reconcile` in `data`. Every row becomes a record or is counted in `meta`. If a row contains its ratios and prices, its expected charge is computed from them. Exports with prompts, replies or credentials are refused.',
  refusals: ['prohibited_field'],
} as const satisfies Route;
