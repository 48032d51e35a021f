import { serve } from '#shared/http/serve.ts';
import document from './openapi.generated.json' with { type: 'json' };
import { route } from './route.ts';

/** Handler of the route: the OpenAPI document with the address of this service. */
export const handler = serve(route, ({ baseUrl }) => ({
  body: baseUrl ? { ...document, servers: [{ url: baseUrl }] } : document,
}));
