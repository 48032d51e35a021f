import type { Route } from '#shared/http/route.ts';

/** The route of `GET /openapi.json`. */
export const route = {
  id: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Describe this service as OpenAPI 3.1',
  description: 'This document. Its server is the address at which the service was called.',
  refusals: [],
} as const satisfies Route;
