import { serve } from '#shared/http/serve.ts';
import { route } from './route.ts';

export const handler = serve(route, () => ({ body: { data: { isUp: true } } }));
