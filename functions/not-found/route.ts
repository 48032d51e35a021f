import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'not-found',
  method: 'GET',
  path: '$default',
  summary: 'Refuse what no endpoint answers',
  description: 'Answers every path and method that no other route takes, in the error body of the contract.',
  refusals: ['not_found', 'method_not_allowed'],
} as const satisfies Route;
