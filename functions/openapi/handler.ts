import { serve } from '#shared/http/serve.ts';
import document from './openapi.generated.json' with { type: 'json' };
import { route } from './route.ts';

export const handler = serve(route, ({ baseUrl }) => ({
  body: baseUrl ? { ...document, servers: [{ url: baseUrl }] } : document,
}));
