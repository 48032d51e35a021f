import type { Route } from '#shared/http/route.ts';

/** The route of `GET /engine.js`. */
export const route = {
  id: 'engine',
  method: 'GET',
  path: '/engine.js',
  mediaType: 'text/javascript; charset=utf-8',
  summary: 'Script that reads and reconciles files for the page',
  description: 'The page loads this script before it opens the first file, and runs it in a worker.',
  refusals: [],
} as const satisfies Route;
