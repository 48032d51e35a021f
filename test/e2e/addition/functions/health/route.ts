import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'health',
  method: 'GET',
  path: '/api/v1/health',
  summary: 'Say that the service is there',
  description: 'Nothing is read or kept.',
  refusals: [],
} as const satisfies Route;
