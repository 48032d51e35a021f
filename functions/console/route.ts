import type { Route } from '#shared/http/route.ts';

/** The route of `GET /`. */
export const route = {
  id: 'console',
  method: 'GET',
  path: '/',
  mediaType: 'text/html; charset=utf-8',
  summary: 'Reconcile exports in the browser',
  description:
    'A page that reads and reconciles exports in the browser. No data is sent anywhere: the page loads its engine before it opens the first file, and contacts no host after that.',
  refusals: [],
} as const satisfies Route;
