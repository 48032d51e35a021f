import { buildCatalog } from '#shared/gateways/manifest/manifest.ts';
import { serve } from '#shared/http/serve.ts';
import { route } from './route.ts';

/** Handler of the route: the catalog of connectors. */
export const handler = serve(route, () => ({ body: buildCatalog() }));
