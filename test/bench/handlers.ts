import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { routes } from '#functions/routes.ts';
import { bundleRoutes } from '#infra/bundle.ts';

export type Handler = (event: unknown, context: object) => Promise<unknown>;

/** Path of each deployed bundle, by the id of its route. */
export function bundledPosts(outdir: string): ReadonlyMap<string, string> {
  const posts = routes.filter(({ method }) => method === 'POST');
  const { folderOf } = bundleRoutes(posts, outdir);
  return new Map(posts.map((route) => [route.id, join(folderOf(route), 'index.mjs')]));
}

export async function handlerOf(file: string): Promise<Handler> {
  const { handler }: { handler: Handler } = await import(pathToFileURL(file).href);
  return handler;
}

export const CONTEXT = { awsRequestId: '0e6f8c52-5a0b-4d2f-9d0a-3f6a1c7b2d11' };

/** Builds an event of API Gateway for a POST route. The service changes it, so each call needs a new event. */
export const eventOf = (routeId: string, body: string) => ({
  version: '2.0',
  rawPath: `/api/v1/${routeId}`,
  headers: { 'content-type': 'application/json' },
  requestContext: { domainName: 'example.org', http: { method: 'POST', path: `/api/v1/${routeId}` } },
  body,
  isBase64Encoded: false,
});
