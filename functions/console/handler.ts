import { readFileSync } from 'node:fs';
import { serve } from '#shared/http/serve.ts';
import { route } from './route.ts';

/** `bundle` has left the page beside it. */
const page = readFileSync(new URL('page.html', import.meta.url), 'utf8');
const brotli = readFileSync(new URL('page.html.br', import.meta.url));
const [, after = "default-src 'none'"] = page.split('http-equiv="Content-Security-Policy" content="');
const [policy] = after.split('"', 1);

const headers = {
  // A page cannot say in itself who may frame it.
  'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
};

export const handler = serve(route, () => ({ body: page, brotli, headers }));
