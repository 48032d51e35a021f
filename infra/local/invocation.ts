import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DeployedFunction, DeployedRoute } from './template.ts';

type Handler = (event: unknown, context: object) => Promise<unknown>;

/** Imports the bundled asset and takes the function that the template names: what runs here is what deploys. */
export async function loadHandler({ codeFolder, handler }: DeployedFunction): Promise<Handler> {
  const [file, name = ''] = handler.split('.');
  const module: Record<string, Handler> = await import(pathToFileURL(join(codeFolder, `${file}.mjs`)).href);
  const loaded = module[name];
  if (!loaded) throw new Error(`${codeFolder} exports no ${name}.`);
  return loaded;
}

/** The parts of a Lambda context that the service reads. */
export const newContext = (functionName: string) => ({ awsRequestId: randomUUID(), functionName });

export interface RouteMatch {
  readonly route: DeployedRoute;
  readonly pathParameters?: Record<string, string>;
}

/** Finds the route of a request as an HTTP API does: literal segments before parameters, `$default` for the rest. */
export function routeMatcher(
  routes: readonly DeployedRoute[],
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
      if (groups) return { route, pathParameters: decodedAll(groups) };
    }
    return fallback && { route: fallback };
  };
}

const decodedAll = (groups: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groups).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );

/** Media types whose bodies API Gateway passes as text; everything else, and broken UTF-8, goes as base64. */
const TEXT_TYPE = /^(?:text\/|application\/(?:json|javascript|xml|[a-z0-9.-]+\+json|[a-z0-9.-]+\+xml)\b)/i;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function bodyOf(bytes: Buffer, contentType: string): { body?: string; isBase64Encoded: boolean } {
  if (bytes.length === 0) return { isBase64Encoded: false };
  if (TEXT_TYPE.test(contentType)) {
    try {
      return { body: UTF8.decode(bytes), isBase64Encoded: false };
    } catch {}
  }
  return { body: bytes.toString('base64'), isBase64Encoded: true };
}

/** An event of payload format 2.0, as API Gateway would send it to the function of `match`. */
export function httpEvent(request: IncomingMessage, bytes: Buffer, match: RouteMatch, path: string) {
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
    ...bodyOf(bytes, headers['content-type'] ?? ''),
  };
}
