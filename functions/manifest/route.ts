import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'manifest',
  method: 'GET',
  path: '/api/v1/connectors/{connectorId}/manifest',
  summary: 'Describe how one gateway is read',
  description:
    'Where the gateway keeps its data, which permission its API asks for, how each native field maps to a canonical one, what is prohibited and what cannot be known. Data only: nothing in it is executed or fetched by the service.',
  refusals: ['connector_not_found'],
} as const satisfies Route;
