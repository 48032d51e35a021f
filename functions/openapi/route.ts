import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Describe this service as OpenAPI 3.1',
  description: 'This document. Its server is the address at which the service was reached.',
  refusals: [],
} as const satisfies Route;
