import type { Route } from '#shared/http/route.ts';

/** The route of `$default`. */
export const route = {
  id: 'not-found',
  method: 'GET',
  path: '$default',
  summary: 'Refuse unknown paths and methods',
  description: 'Replies to unknown paths and methods with the same error body as every refusal.',
  refusals: ['not_found', 'method_not_allowed'],
} as const satisfies Route;
