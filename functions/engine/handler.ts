import { readFileSync } from 'node:fs';
import { serve } from '#shared/http/serve.ts';
import { route } from './route.ts';

/** The script, which the build writes into this folder. */
const body = readFileSync(new URL('engine.js', import.meta.url), 'utf8');
const brotli = readFileSync(new URL('engine.js.br', import.meta.url));

/** Handler of `GET /engine.js`. */
export const handler = serve(route, () => ({ body, brotli }));
