import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#functions/routes.ts';
import { describeBills } from '#tools/openapi/bill-fields.ts';
import { buildOpenApiDocument } from '#tools/openapi/document.ts';
import { type Examples, listRefusals } from '#tools/openapi/responses.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';
import {
  acceptedRequests,
  type DocumentedRequest,
  refusedRequests,
} from '../support/service/documented-requests.ts';

/** Time of the examples. All other fields of a reply depend only on the request. */
const GENERATED_AT = '2026-03-11T06:00:00.000Z';

/** Calls the handler, so that no example is written by hand. */
async function replyTo(routeId: string, { path, body, headers }: DocumentedRequest): Promise<unknown> {
  const { handler } = await import(`../../functions/${routeId}/handler.ts`);
  const method = routes.find(({ id }) => id === routeId)?.method as string;
  const [, connectorId] = /connectors\/([^/]+)/.exec(path) ?? [];
  const event = {
    version: '2.0',
    rawPath: path,
    headers: headers ?? { 'content-type': 'application/json' },
    requestContext: { domainName: 'example.org', http: { method, path } },
    pathParameters: { connectorId },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    isBase64Encoded: false,
  };
  const { body: text } = await handler(event, { awsRequestId: 'example' } as Context);
  return JSON.parse(text);
}

/** Maximum entries of a list in the example of a GET; a longer list is cut to its first entry. */
const LIST_MAX = 3;
/** Maximum characters of a text in an example. */
const TEXT_MAX = 60;

/** Shortens the lists and texts in a reply. */
function shorten(reply: unknown): unknown {
  if (typeof reply === 'string') return reply.length > TEXT_MAX ? `${reply.slice(0, TEXT_MAX)}…` : reply;
  if (Array.isArray(reply)) return reply.slice(0, reply.length > LIST_MAX ? 1 : LIST_MAX).map(shorten);
  if (reply === null || typeof reply !== 'object') return reply;
  return Object.fromEntries(Object.entries(reply).map(([key, value]) => [key, shorten(value)]));
}

/** Example of the document itself, without its contents. */
const OPENAPI = { openapi: '3.1.1', paths: {} };

async function replyExample(routeId: string): Promise<unknown> {
  const request = acceptedRequests[routeId];
  if (request === undefined) return routeId === 'openapi' ? OPENAPI : undefined;
  const reply = await replyTo(routeId, request);
  return request.body === undefined ? shorten(reply) : reply;
}

async function examplesOf(routeId: string): Promise<Examples> {
  const request = acceptedRequests[routeId];
  const refusals = Object.entries(refusedRequests[routeId] ?? {}).map(
    async ([code, refusedRequest]) => [code, await replyTo(routeId, refusedRequest)] as const,
  );
  return {
    ...(request?.body !== undefined && { request: request.body }),
    reply: await replyExample(routeId),
    refusals: Object.fromEntries(await Promise.all(refusals)),
  };
}

beforeAll(() => {
  vi.useFakeTimers({ now: new Date(GENERATED_AT), toFake: ['Date'] });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Routes that answer in JSON, except for the document itself. */
const documented = routes.filter(
  ({ id, path, mediaType }) => !mediaType && path !== '$default' && id !== 'openapi',
);

test.each(documented)('the document shows example requests of $id', (route) => {
  const shown = [
    ...(acceptedRequests[route.id] ? ['accepted'] : []),
    ...Object.keys(refusedRequests[route.id] ?? {}),
  ];
  expect(
    ['accepted', ...listRefusals(route)].filter((one) => !shown.includes(one)),
    `Requests of ${route.id} are missing in test/support/service/documented-requests.ts.`,
  ).toEqual([]);
});

test('docs/bills.generated.json describes every bill that is recognized by its columns', () =>
  expectFileText('docs/bills.generated.json', `${JSON.stringify(describeBills(), null, 1)}\n`));

test('the OpenAPI document is generated from routes, schemas and tables', async () => {
  const examples = await Promise.all(routes.map(async ({ id }) => [id, await examplesOf(id)] as const));
  const document = await buildOpenApiDocument(routes, Object.fromEntries(examples));
  await expectFileText('functions/openapi/openapi.generated.json', `${JSON.stringify(document, null, 1)}\n`);
});
