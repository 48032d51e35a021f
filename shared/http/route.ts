import type * as v from 'valibot';
import type { ErrorCode } from '../rejections.ts';

/**
 * One endpoint as data. The infrastructure, the local gateway, the OpenAPI document and the contract tests loop
 * over these; a handler adds behaviour through `serve`.
 */
export interface Route {
  /** Name of the endpoint's folder, function and operation. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path with `{parameters}`, or `$default` for what no other route answers. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The JSON body of a POST. Every POST may be refused for its size, media type, JSON and fields. */
  readonly body?: v.GenericSchema;
  /** The JSON body of the 200 reply; none for a route that only refuses. */
  readonly reply?: v.GenericSchema;
  /** The `options` of a direct invocation, where they go beyond a limit of bytes. */
  readonly invocationOptions?: v.GenericSchema;
  /** What the endpoint refuses beyond that. */
  readonly refusals: readonly ErrorCode[];
}

/** Methods that the API sends to a route's function: HEAD is GET without its body, OPTIONS a browser's preflight. */
export const methodsOf = (route: Route): readonly string[] =>
  route.method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS'];
