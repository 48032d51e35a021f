import { readFileSync } from 'node:fs';
import { serve } from '#shared/http/serve.ts';
import { route } from './route.ts';

/** `bundle` has left the script beside it. */
const body = readFileSync(new URL('engine.js', import.meta.url), 'utf8');
const brotli = readFileSync(new URL('engine.js.br', import.meta.url));

export const handler = serve(route, () => ({ body, brotli }));
