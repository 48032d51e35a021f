import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'engine',
  method: 'GET',
  path: '/engine.js',
  mediaType: 'text/javascript; charset=utf-8',
  summary: 'The part of the page that reads and reconciles',
  description: 'A script that the page loads before it opens the first file, and runs in a worker.',
  refusals: [],
} as const satisfies Route;
