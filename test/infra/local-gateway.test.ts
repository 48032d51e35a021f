import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createGateway } from '#infra/local/gateway.ts';
import { createRouteMatcher, type LocalRoute } from '#infra/local/invocation.ts';
import { connectorIds } from '#shared/gateways/registry.ts';
import { call, invoke } from '../support/service/client.ts';

const route = (routeKey: string, functionName: string, codeFolder = ''): LocalRoute => ({
  routeKey,
  functionName,
  codeFolder,
});

test.each<[method: string, path: string, name: string, parameters?: object]>([
  ['GET', '/a', 'get-a'],
  ['POST', '/a', 'fallback'],
  ['GET', '/a/', 'fallback'],
  ['GET', '/a/b', 'get-parameter', { id: 'b' }],
  ['GET', '/a/literal', 'get-literal'],
  ['GET', '/a/b%20c', 'get-parameter', { id: 'b c' }],
  ['GET', '/a/%zz', 'get-parameter', { id: '%zz' }],
  ['GET', '/a/b/c', 'fallback'],
  ['GET', '/axb', 'fallback'],
])('%s %s is routed to %s', (method, path, name, parameters) => {
  const match = createRouteMatcher([
    route('GET /a', 'get-a'),
    route('GET /a/{id}', 'get-parameter'),
    route('GET /a/literal', 'get-literal'),
    route('$default', 'fallback'),
  ])(method, path);
  expect(match?.route.functionName).toBe(name);
  expect({ ...match?.pathParameters }).toEqual(parameters ?? {});
});

/** A function that does what its payload says, to test how the gateway handles it. */
const PUPPET = `export const handler = async (event) => {
  const { reply, fail } = event.body ? JSON.parse(event.body) : event;
  if (fail) throw Object.assign(new Error(fail), { name: 'Failed' });
  return typeof reply === 'number' ? { statusCode: 200, body: 'x'.repeat(reply) } : (reply ?? event);
};`;

/** Suppress the log of the gateway, which runs in this process. */
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

let server: Server;
let base: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'puppet-'));
  writeFileSync(join(folder, 'index.mjs'), PUPPET);
  server = await createGateway([route('$default', 'puppet', folder)]);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const post = (body: string, type = 'application/json') =>
  fetch(base, { method: 'POST', headers: { 'content-type': type }, body });

test.each<[what: string, body: string, status: number]>([
  ['a reply that fits', JSON.stringify({ reply: 1000 }), 200],
  ['a reply beyond the limit of Lambda', JSON.stringify({ reply: 6_291_456 }), 500],
  ['a request beyond the limit of Lambda', JSON.stringify('x'.repeat(6_291_456)), 413],
  ['a request beyond the limit of API Gateway', 'x'.repeat(11 * 1024 * 1024), 413],
  ['a function that fails', JSON.stringify({ fail: 'planted' }), 500],
])('the gateway answers %s as AWS does', async (_what, body, status) => {
  const response = await post(body);
  expect(response.status).toBe(status);
  if (status !== 200) expect(Object.keys((await response.json()) as object)).toEqual(['message']);
});

test('passes text to a function as text, and other bytes and invalid text as base64', async () => {
  const event = { reply: { statusCode: 200, body: 'ok' } };
  expect((await post(JSON.stringify(event))).status).toBe(200);
  const echo = async (bytes: Uint8Array<ArrayBuffer>, type: string) => {
    const response = await fetch(base, { method: 'POST', headers: { 'content-type': type }, body: bytes });
    return response.status;
  };
  // The function cannot parse base64, so its failure shows that the body was encoded.
  expect(await echo(new TextEncoder().encode(JSON.stringify(event)), 'application/octet-stream')).toBe(500);
  expect(await echo(new Uint8Array([0xff]), 'application/json')).toBe(500);
});

test('logs what a function throws as Lambda does, with its own properties', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await post(JSON.stringify({ fail: 'planted' }));
  const [[line] = ['']] = write.mock.calls;
  write.mockRestore();
  expect(JSON.parse(String(line))).toEqual({
    timestamp: expect.any(String),
    level: 'ERROR',
    requestId: expect.any(String),
    message: {
      errorType: 'Error',
      errorMessage: 'planted',
      name: 'Failed',
      stackTrace: expect.arrayContaining(['Failed: planted']),
    },
  });
});

test('Invoke returns the result unchanged, and a failure as its name and message', async () => {
  const invocation = (body: unknown) =>
    fetch(`${base}/2015-03-31/functions/puppet/invocations`, { method: 'POST', body: JSON.stringify(body) });
  expect(await (await invocation({ reply: { a: 1 } })).json()).toEqual({ a: 1 });
  const failed = await invocation({ fail: 'planted' });
  expect(failed.status).toBe(200);
  expect(failed.headers.get('x-amz-function-error')).toBe('Unhandled');
  expect(await failed.json()).toEqual({
    errorType: 'Failed',
    errorMessage: 'planted',
    trace: expect.arrayContaining([expect.stringMatching(/^ +at handler /)]),
  });
  const unknown = await fetch(`${base}/2015-03-31/functions/nobody/invocations`, {
    method: 'POST',
    body: '{}',
  });
  expect(unknown.status).toBe(404);
});

test('Invoke finds each function by the name of its route', async () => {
  expect((await invoke('connectors')).json.data).toHaveLength(connectorIds.length);
  expect((await invoke('manifest', { connectorId: 'one-hub' })).json.data.connector.id).toBe('one-hub');
  expect((await invoke('manifest', { connectorId: 'no-such-gateway' })).json.errorType).toBe(
    'ConnectorNotFound',
  );
  expect((await call('GET', '/api/v1/connectors')).status).toBe(200);
});
