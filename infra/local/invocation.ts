import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Handler = (event: unknown, context: object) => Promise<unknown>;

/** A route of the local gateway, and the function that answers it. */
export interface LocalRoute {
  /** Method and path, such as `POST /api/v1/reconcile`, or `$default`. */
  readonly routeKey: string;
  /** Name by which the function can be invoked directly. */
  readonly functionName: string;
  /** Folder with the bundled `index.mjs` of the function. */
  readonly codeFolder: string;
}

/** Imports the handler of a route's function from its bundle. */
export const loadHandler = async ({ codeFolder }: LocalRoute): Promise<Handler> =>
  (await import(pathToFileURL(join(codeFolder, 'index.mjs')).href)).handler;

/** Creates a Lambda context with a new request id, and with only the two fields that the service reads. */
export const createContext = (functionName: string) => ({ awsRequestId: randomUUID(), functionName });

/** Route of a request, and the decoded parameters of its path. */
interface RouteMatch {
  readonly route: LocalRoute;
  readonly pathParameters?: Record<string, string>;
}

/**
 * Returns a function that finds the route of a request: routes without path parameters first, then those with
 * parameters, then `$default`. It returns undefined if no route matches.
 */
export function createRouteMatcher(
  routes: readonly LocalRoute[],
): (method: string, path: string) => RouteMatch | undefined {
  const literal = new Map(routes.map((route) => [route.routeKey, route]));
  const templated = routes
    .filter(({ routeKey }) => routeKey.includes('{'))
    .map((route) => {
      const pattern = route.routeKey.replaceAll('.', '\\.').replaceAll(/\{([^}]+)\}/g, '(?<$1>[^/]+)');
      return { route, pattern: new RegExp(`^${pattern}$`) };
    });
  const fallback = literal.get('$default');
  return (method, path) => {
    const key = `${method} ${path}`;
    const exact = literal.get(key);
    if (exact) return { route: exact };
    for (const { route, pattern } of templated) {
      const groups = pattern.exec(key)?.groups;
      if (groups) return { route, pathParameters: decodeValues(groups) };
    }
    return fallback && { route: fallback };
  };
}

/** Percent-decodes each value. A value that cannot be decoded stays as it is. */
const decodeValues = (groups: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groups).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );

/** Media types whose bodies API Gateway passes as text. Other bodies, and invalid UTF-8, are passed as base64. */
const TEXT_TYPE = /^(?:text\/|application\/(?:json|javascript|xml|[a-z0-9.-]+\+json|[a-z0-9.-]+\+xml)\b)/i;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function encodeBody(bytes: Buffer, contentType: string): { body?: string; isBase64Encoded: boolean } {
  if (bytes.length === 0) return { isBase64Encoded: false };
  if (TEXT_TYPE.test(contentType)) {
    try {
      return { body: UTF8.decode(bytes), isBase64Encoded: false };
    } catch {}
  }
  return { body: bytes.toString('base64'), isBase64Encoded: true };
}

/**
 * Builds the event that API Gateway would send to the function of a route, in payload format 2.0. `path` has no query.
 */
export function buildHttpEvent(request: IncomingMessage, bytes: Buffer, match: RouteMatch, path: string) {
  const [, rawQueryString = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const { host = '127.0.0.1' } = headers;
  return {
    version: '2.0',
    routeKey: match.route.routeKey,
    rawPath: path,
    rawQueryString,
    headers: { ...headers, 'x-forwarded-proto': 'http' },
    requestContext: {
      stage: '$default',
      domainName: host,
      requestId: randomUUID(),
      http: {
        method: request.method ?? 'GET',
        path,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: '',
      },
    },
    ...(match.pathParameters && { pathParameters: match.pathParameters }),
    ...encodeBody(bytes, headers['content-type'] ?? ''),
  };
}

/** Class name of an error. It may be shortened by the minifier; Lambda's runtime prints it like that, too. */
const classNameOf = (error: Error): string => error.constructor?.name ?? 'UnknownError';

/** Formats the line of JSON that Lambda's runtime logs when a function throws, with all properties of the error. */
export function formatRuntimeError(thrown: unknown, requestId: string): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const message = {
    errorType: classNameOf(error),
    errorMessage: error.message,
    stackTrace: error.stack?.split('\n'),
    ...error,
  };
  return JSON.stringify({ timestamp: new Date().toISOString(), level: 'ERROR', requestId, message });
}

/** Builds the body with which Lambda's `Invoke` API replies if the function threw an error. */
export function buildFailedReply(thrown: unknown): object {
  if (!(thrown instanceof Error))
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] };
}
