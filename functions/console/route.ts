import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'console',
  method: 'GET',
  path: '/',
  mediaType: 'text/html; charset=utf-8',
  summary: 'Reconcile exports in the browser',
  description:
    'One page that reads exports where they are: engine and normalizer run in the browser, and nothing is sent anywhere. It asks no host for anything once it is loaded.',
  refusals: [],
} as const satisfies Route;
