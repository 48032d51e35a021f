import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'connectors',
  method: 'GET',
  path: '/api/v1/connectors',
  summary: 'List the gateways whose exports normalize reads',
  description: 'The catalog of connectors, with what each can do and where its manifest is.',
  refusals: [],
} as const satisfies Route;
