import { serve } from '#shared/http/serve.ts';
import { example } from './example.ts';
import { route } from './route.ts';

/** Handler of the route: the example input. */
export const handler = serve(route, () => ({ body: { data: example } }));
