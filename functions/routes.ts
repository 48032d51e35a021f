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

/** Every endpoint of the service, one line each. The stack, the document and the contract tests loop over it. */
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

/** Those that compute: throttled more tightly, watched one by one, and open to direct invocations. */
export const posts = routes.filter(({ method }) => method === 'POST');
