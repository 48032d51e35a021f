import { readFileSync } from 'node:fs';
import { serve } from '#shared/http/serve.ts';
import { route } from './route.ts';

/** `buildPage` has left the page beside the bundle. */
const page = readFileSync(new URL('page.html', import.meta.url), 'utf8');
const [, policy = "default-src 'none'"] =
  /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];

const headers = {
  // A page cannot say in itself who may frame it.
  'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
};

export const handler = serve(route, () => ({ body: page, headers }));
