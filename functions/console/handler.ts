import { readFileSync } from 'node:fs';
import { serve } from '#shared/http/serve.ts';
import { route } from './route.ts';

/** The page, which the build writes into this folder. */
const page = readFileSync(new URL('page.html', import.meta.url), 'utf8');
const brotli = readFileSync(new URL('page.html.br', import.meta.url));
const [, rest = "default-src 'none'"] = page.split('http-equiv="Content-Security-Policy" content="');
const [policy] = rest.split('"', 1);

const headers = {
  // `frame-ancestors` works only in a header, not in the page's meta element.
  'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
};

/** Handler of `GET /`: the page with its Content-Security-Policy. */
export const handler = serve(route, () => ({ body: page, brotli, headers }));
