import type { ErrorCode } from '../rejections.ts';

/**
 * One endpoint as data. The infrastructure, the local gateway, the OpenAPI document and the contract tests loop
 * over these; a handler adds behaviour through `serve`. What travels is said in the `bodies.ts` beside the route:
 * a function that only refuses, or only serves a document, need not carry schemas.
 */
export interface Route {
  /** Name of the endpoint's folder, function and operation. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path with `{parameters}`, or `$default` for what no other route answers. */
  readonly path: string;
  /** What the 200 reply is; JSON where this is absent. The answer's body is then the text itself. */
  readonly mediaType?: string;
  /** Its 200 reply has sentences in the language of `Accept-Language`. */
  readonly isWorded?: true;
  readonly summary: string;
  readonly description: string;
  /** What the endpoint refuses, beyond what every POST may be refused for: size, media type, JSON, fields. */
  readonly refusals: readonly ErrorCode[];
}

/** Methods that the API sends to a route's function: HEAD is GET without its body, OPTIONS a browser's preflight. */
export const methodsOf = (route: Route): readonly string[] =>
  route.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS'];
