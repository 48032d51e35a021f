import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { routes } from '#functions/routes.ts';
import { DETAILS_MAX } from '#shared/limits.ts';
import { errorCodes } from '#shared/rejections.ts';
import { buildArbitrary } from '../support/service/arbitraries.ts';
import { call, localTest } from '../support/service/client.ts';
import { acceptedRequests, refusedRequests } from '../support/service/documented-requests.ts';
import { document, operations, replyErrors, resolveSchema, type Schema } from '../support/service/openapi.ts';
import { buildViolations, findUnvisitedPaths } from '../support/service/violations.ts';

/** Maximum bytes of the document. Anyone may fetch it as often as the throttle allows, so its size costs money. */
const DOCUMENT_BYTES_MAX = 84 * 1024;
const REPEATED_BYTES_MAX = 400;

const operationOf = (routeId: string) => {
  const operation = operations.find(({ operationId }) => operationId === routeId);
  if (!operation) throw new Error(`The document has no operation ${routeId}.`);
  return operation;
};
const contentOf = (response: { content: Record<string, unknown> }) =>
  response.content['application/json'] as {
    examples?: Record<string, { value: unknown }>;
  };
const bodySchema = (routeId: string) => operationOf(routeId).requestBody.content['application/json'].schema;

test('the document states the maximum length of every list, and a contact', () => {
  const untyped: string[] = [];
  const visit = (part: unknown, path: string): void => {
    if (part === null || typeof part !== 'object') return;
    const { type, items } = part as { type?: unknown; items?: unknown };
    if ([type].flat().includes('array') && items === undefined) untyped.push(path);
    for (const [key, inner] of Object.entries(part)) if (key !== 'examples') visit(inner, `${path}/${key}`);
  };
  visit(document, '');
  expect(untyped).toEqual([]);
  expect(document.info.contact.name).toMatch(/repository/);
});

localTest('the document is served with the address under which it was reached', async () => {
  const { json } = await call('GET', '/openapi.json', undefined, { host: 'billing.example.com' });
  expect(json).toEqual({ ...document, servers: [{ url: 'http://billing.example.com' }] });
});

test('the document describes every API route and every error code', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    routes
      .filter(({ path, mediaType }) => path !== '$default' && mediaType === undefined)
      .map(({ id }) => id)
      .sort(),
  );
  for (const code of Object.keys(errorCodes)) expect(document.info.description).toContain(`\`${code}\``);
});

/** Replaces the time of a report, which differs between runs. */
const timeless = (json: { data?: { generatedAt?: string } }) =>
  json.data?.generatedAt ? { ...json, data: { ...json.data, generatedAt: 'now' } } : json;

test.each(Object.entries(acceptedRequests))(
  'the service accepts the example of %s and answers as documented',
  async (routeId, { path, body }) => {
    const operation = operationOf(routeId);
    const reply = await call(operation.method, path, body);
    expect(reply.status).toBe(200);
    expect(replyErrors(operation, 200, reply.json)).toEqual([]);
    const shown = contentOf(operation.responses[200]).examples?.example;
    if (body === undefined) expect(replyErrors(operation, 200, shown?.value)).toEqual([]);
    else {
      expect(timeless(reply.json)).toEqual(timeless(shown?.value as object));
      expect(operation.requestBody.content['application/json'].examples.example.value).toEqual(body);
    }
  },
);

describe.each(['logs', 'upstreamCharges', 'payments'])('%s of an export', (ledger) => {
  const { properties } = resolveSchema(bodySchema('normalize'));
  const alternatives = properties[ledger].anyOf[0].items.anyOf.map(resolveSchema) as Schema[];

  test('lists the fields that are read', () => {
    for (const row of alternatives) {
      expect(Object.keys(row.properties).length).toBeGreaterThan(3);
      expect(row.description).toMatch(/\.$/);
    }
  });

  test.each((properties[ledger].examples ?? []) as object[][])('may be %j', async (row) => {
    const known = new Set(alternatives.flatMap(({ properties: fields }) => Object.keys(fields)));
    expect([...known]).toEqual(expect.arrayContaining(Object.keys(row).filter((key) => key !== 'id')));
    const payload = { connector: 'new-api', quotaPerUnit: 500_000, logs: [], [ledger]: [row] };
    const reply = await call('POST', '/api/v1/normalize', payload);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json.meta.rows[ledger]).toBe(1);
  });
});

test('times in a report have the format date-time', () => {
  const { ReconciliationReport, Summary } = document.components.schemas;
  const { start, end, reference } = Summary.properties.period.properties;
  for (const time of [start, end, reference].map(({ anyOf }) => anyOf[0]))
    expect(time).toMatchObject({ format: 'date-time' });
  expect(ReconciliationReport.properties.generatedAt).toMatchObject({ format: 'date-time' });
});

test('the required fields of a manifest are constants', async () => {
  const operation = operationOf('manifest');
  const { json } = await call('GET', '/api/v1/connectors/new-api/manifest');
  expect(replyErrors(operation, 200, json)).toEqual([]);
  for (const requiredFields of [[], ['logs', 'connector'], ['connector'], ['connector', 'logs', 'logs']]) {
    const ingress = { ...json.data.ingress, requiredFields };
    expect(replyErrors(operation, 200, { data: { ...json.data, ingress } })).not.toEqual([]);
  }
});

test('every completeness flag has a description', () => {
  const { Completeness } = document.components.schemas;
  for (const [flag, schema] of Object.entries(Completeness.properties))
    expect(schema, flag).toMatchObject({ type: 'boolean', description: expect.stringMatching(/\.$/) });
});

test('the document is small and repeats no long description', () => {
  expect(JSON.stringify(document).length).toBeLessThan(DOCUMENT_BYTES_MAX);
  const said = new Map<string, number>();
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return;
    const text = JSON.stringify(part);
    if (text.length > REPEATED_BYTES_MAX) said.set(text, (said.get(text) ?? 0) + 1);
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(document);
  expect([...said].flatMap(([text, count]) => (count > 1 ? [text.slice(0, 200)] : []))).toEqual([]);
});

test.each(
  Object.entries(refusedRequests).flatMap(([routeId, requests]) =>
    Object.entries(requests).map(
      ([code, request]) => [routeId, code as keyof typeof errorCodes, request] as const,
    ),
  ),
)(
  'the documented refusal of %s by %s matches the reply of the service',
  async (routeId, code, { path, body, headers }) => {
    const operation = operationOf(routeId);
    const { status } = errorCodes[code];
    const reply = await call(operation.method, path, body, headers as Record<string, string> | undefined);
    expect(reply.status).toBe(status);
    expect(replyErrors(operation, status, reply.json)).toEqual([]);
    expect(reply.json).toEqual(contentOf(operation.responses[status]).examples?.[code]?.value);
  },
);

test.each(['reconcile', 'normalize'])('the example of %s contains every field of the schema', (routeId) => {
  // The schema leaves native rows open; tests of the connectors cover their fields.
  expect(findUnvisitedPaths(bodySchema(routeId), acceptedRequests[routeId]?.body)).toEqual([]);
});

test.each(
  ['reconcile', 'normalize'].flatMap((routeId) =>
    buildViolations(resolveSchema(bodySchema(routeId)), acceptedRequests[routeId]?.body).map(
      ({ keyword, path, json }) => [routeId, keyword, path, json] as const,
    ),
  ),
)('%s refuses %s when %s is invalid', async (routeId, _keyword, path, json) => {
  const operation = operationOf(routeId);
  const reply = await call('POST', operation.path, json);
  expect({ status: reply.status, code: reply.json?.error?.code }).toEqual({
    status: 400,
    code: 'invalid_request',
  });
  expect(replyErrors(operation, 400, reply.json)).toEqual([]);
  const { details } = reply.json.error;
  expect(details.length).toBeLessThanOrEqual(DETAILS_MAX);
  expect(details).toContainEqual(expect.stringContaining(`${path || 'body'}: `));
});

test('reconcile accepts every body that the schema allows', async () => {
  const operation = operationOf('reconcile');
  await fc.assert(
    fc.asyncProperty(buildArbitrary(bodySchema('reconcile')), async (body) => {
      const reply = await call('POST', operation.path, body);
      expect(reply.status, reply.text.slice(0, 500)).toBe(200);
      expect(replyErrors(operation, 200, reply.json)).toEqual([]);
    }),
  );
});
