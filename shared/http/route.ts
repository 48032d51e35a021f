import type { Language } from '../language.ts';
import type { ErrorCode } from '../rejections.ts';
import type { InvocationOptions } from './invocation-options.ts';

/**
 * Declaration of an endpoint, for infrastructure, local gateway, OpenAPI document and contract tests; `serve` adds the
 * handler. Schemas of bodies are in `bodies.ts`, so that functions without bodies do not bundle them.
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

/** Request of an endpoint, over HTTP or by direct invocation. */
export interface ServiceRequest {
  /** The parsed JSON of a POST, not yet validated; undefined for a GET. */
  readonly body: unknown;
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  readonly path: string;
  /** Base URL by which the caller reached the service; empty in a direct invocation. */
  readonly baseUrl: string;
  /** Language of the reply, from `Accept-Language` or from the option of a direct invocation. */
  readonly language: Language;
  /** Options of a direct invocation; empty over HTTP. */
  readonly options: InvocationOptions;
}

/** Result of an endpoint: the body of the 200 reply, and counts (never values) for the log line. */
export interface EndpointResult {
  readonly body: unknown;
  /** Additional headers of the 200 reply over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
  /** The body packed with brotli at build time, for static documents. */
  readonly brotli?: Uint8Array;
}

/** Implementation of an endpoint. Throws a `Rejection` for a mistake of the caller; any other error is a bug. */
export type EndpointHandler = (request: ServiceRequest) => EndpointResult;
