import type { ErrorCode } from '../rejections.ts';

/**
 * Declaration of an endpoint, used by the infrastructure, the local gateway, the OpenAPI document and the contract tests.
 * The handler adds the implementation with `serve`. Schemas of bodies are in `bodies.ts`, so that functions without bodies
 * do not bundle them.
 */
export interface Route {
  /** Name of the endpoint's folder, function and operation. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path with `{parameters}`, or `$default` for all paths and methods without a route. */
  readonly path: string;
  /** Media type of the 200 reply, whose body is then text; JSON if absent. */
  readonly mediaType?: string;
  /** Whether the 200 reply has sentences in the language of `Accept-Language`. */
  readonly isLocalized?: true;
  readonly summary: string;
  readonly description: string;
  /** Error codes of the endpoint, in addition to those of every POST (size, media type, JSON, fields). */
  readonly refusals: readonly ErrorCode[];
}

/** Lists the HTTP methods of a route, including HEAD for GET and OPTIONS for a browser's preflight. */
export const listMethods = (route: Route): readonly string[] =>
  route.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS'];
