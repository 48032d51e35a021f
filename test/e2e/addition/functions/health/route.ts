import type { Route } from '#shared/http/route.ts';

/** The route of `GET /api/v1/health`. */
export const route = {
  id: 'health',
  method: 'GET',
  path: '/api/v1/health',
  summary: 'Say that the service is there',
  description: 'Nothing is read or kept.',
  refusals: [],
} as const satisfies Route;
