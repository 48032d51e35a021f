import type { Route } from '#shared/http/route.ts';

/** The route of `GET /`. */
export const route = {
  id: 'console',
  method: 'GET',
  path: '/',
  mediaType: 'text/html; charset=utf-8',
  summary: 'Reconcile exports in the browser',
  description:
    'A page that reads and reconciles exports in the browser. Nothing is sent anywhere: before it opens the first file, the page loads its engine, and after that it contacts no host.',
  refusals: [],
} as const satisfies Route;
