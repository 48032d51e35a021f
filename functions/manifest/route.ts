import type { Route } from '#shared/http/route.ts';

/** The route of `GET /api/v1/connectors/{connectorId}/manifest`. */
export const route = {
  id: 'manifest',
  method: 'GET',
  path: '/api/v1/connectors/{connectorId}/manifest',
  summary: 'Describe how the exports of one gateway are read',
  description:
    'Where the gateway stores its data, which permission its API needs, how its fields map to the fields of records, which fields are prohibited, and what cannot be determined. The manifest is data only: the service does not execute or fetch anything in it.',
  refusals: ['connector_not_found'],
} as const satisfies Route;
