import type { Route } from '#shared/http/route.ts';
import { route as connectors } from './connectors/route.ts';
import { route as consolePage } from './console/route.ts';
import { route as engine } from './engine/route.ts';
import { route as example } from './example/route.ts';
import { route as manifest } from './manifest/route.ts';
import { route as normalize } from './normalize/route.ts';
import { route as notFound } from './not-found/route.ts';
import { route as openapi } from './openapi/route.ts';
import { route as reconcile } from './reconcile/route.ts';

/** All endpoints of the service, for the stack, the OpenAPI document and the contract tests. */
export const routes: readonly Route[] = [
  reconcile,
  normalize,
  connectors,
  manifest,
  example,
  openapi,
  consolePage,
  engine,
  notFound,
];

/** POST routes: they have a lower rate limit, their own alarms, and can be invoked directly. */
export const postRoutes = routes.filter(({ method }) => method === 'POST');
