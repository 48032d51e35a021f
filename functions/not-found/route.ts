import type { Route } from '#shared/http/route.ts';

/** The route of `$default`. */
export const route = {
  id: 'not-found',
  method: 'GET',
  path: '$default',
  summary: 'Refuse unknown paths and methods',
  description: 'Answers unknown paths and methods with the error body of the contract.',
  refusals: ['not_found', 'method_not_allowed'],
} as const satisfies Route;
