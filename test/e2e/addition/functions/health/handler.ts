import { serve } from '#shared/http/serve.ts';
import { route } from './route.ts';

/** Handler of the route: says that the service is up. */
export const handler = serve(route, () => ({ body: { data: { isUp: true } } }));
