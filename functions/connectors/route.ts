import type { Route } from '#shared/http/route.ts';

/** The route of `GET /api/v1/connectors`. */
export const route = {
  id: 'connectors',
  method: 'GET',
  path: '/api/v1/connectors',
  summary: 'List the gateways whose exports `/api/v1/normalize` accepts',
  description: 'The catalog of supported gateways: what each supports, and the address of its manifest.',
  refusals: [],
} as const satisfies Route;
