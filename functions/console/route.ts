import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'console',
  method: 'GET',
  path: '/',
  mediaType: 'text/html; charset=utf-8',
  summary: 'Reconcile exports in the browser',
  description:
    'One page that reads exports in the browser: engine and normalizer run there, and nothing is sent anywhere. Once it has loaded its engine, before it opens the first file, the page contacts no host.',
  refusals: [],
} as const satisfies Route;
