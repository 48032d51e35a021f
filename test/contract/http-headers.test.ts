import { expect, test } from 'vitest';
import { postRoutes, routes } from '#functions/routes.ts';
import type { Route } from '#shared/http/route.ts';
import { call } from '../support/service/client.ts';

const documents = routes
  .filter(({ method, path }) => method === 'GET' && path !== '$default')
  .map((route: Route) => ({ ...route, path: route.path.replace('{connectorId}', 'new-api') }));

test.each(documents)('GET $path may be cached', async ({ path, mediaType }) => {
  const reply = await call('GET', path);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe(mediaType ?? 'application/json');
  expect(reply.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const etag = reply.headers.get('etag') as string;
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  for (const current of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const unchanged = await call('GET', path, undefined, { 'if-none-match': current });
    expect({ status: unchanged.status, text: unchanged.text }).toEqual({ status: 304, text: '' });
    expect(unchanged.headers.get('etag')).toBe(etag);
    expect(unchanged.headers.get('access-control-allow-origin')).toBe('*');
  }
  expect((await call('GET', path, undefined, { 'if-none-match': '"other"' })).status).toBe(200);
  const head = await call('HEAD', path);
  expect({ status: head.status, text: head.text, etag: head.headers.get('etag') }).toEqual({
    status: 200,
    text: '',
    etag,
  });
});

test('a compressed document has its own ETag', async () => {
  const path = '/openapi.json';
  const gzip = { 'accept-encoding': 'gzip' };
  const etagOf = async (method: string, headers: Record<string, string>) =>
    (await call(method, path, undefined, headers)).headers.get('etag') as string;
  const [plain, compressed] = [await etagOf('GET', {}), await etagOf('GET', gzip)];
  expect(compressed).toMatch(/^"[0-9a-f]{32}"$/);
  expect(compressed).not.toBe(plain);
  expect([await etagOf('HEAD', {}), await etagOf('HEAD', gzip)]).toEqual([plain, compressed]);
  for (const [headers, current, other] of [
    [{}, plain, compressed],
    [gzip, compressed, plain],
  ] as const) {
    const unchanged = await call('GET', path, undefined, { ...headers, 'if-none-match': current });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.has('content-encoding')).toBe(false);
    const changed = await call('GET', path, undefined, { ...headers, 'if-none-match': other });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, current]);
  }
});

test.each([...documents, ...postRoutes])('any web page may call $path', async ({ path }) => {
  const preflight = await call('OPTIONS', path, undefined, {
    origin: 'https://example.org',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS');
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/content-type/i);
  expect(Number(preflight.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  expect(preflight.headers.get('access-control-expose-headers')).toMatch(/X-Request-Id/);
  expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
});

test('replies to POST are never cached', async () => {
  const reply = await call('POST', '/api/v1/reconcile', { downstreamUsage: [] });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.has('etag')).toBe(false);
});

test.each<[acceptEncoding: string, encoding: string | undefined]>([
  ['gzip', 'gzip'],
  ['deflate, gzip;q=0.5, br', 'gzip'],
  ['*', 'gzip'],
  ['gzip;q=0', undefined],
  ['br', undefined],
  ['identity', undefined],
  ['', undefined],
])('a large reply to a client that accepts %j is encoded as %s', async (accepted, encoding) => {
  const reply = await call('GET', '/openapi.json', undefined, { 'accept-encoding': accepted });
  expect(reply.headers.get('content-encoding') ?? undefined).toBe(encoding);
  expect(reply.headers.get('vary')).toBe('Accept-Encoding');
  expect(reply.json.openapi).toMatch(/^3\.1/);
});

test.each<[acceptEncoding: string, encoding: string | undefined]>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])('the page to a browser that accepts %j is encoded as %s', async (accepted, encoding) => {
  const { headers, text } = await call('GET', '/', undefined, { 'accept-encoding': accepted });
  expect(headers.get('content-encoding') ?? undefined).toBe(encoding);
  expect(text).toMatch(/^<!doctype html>/);
});

test('small replies are not compressed', async () => {
  const reply = await call('GET', '/api/v1/examples/reconciliation', undefined, {
    'accept-encoding': 'gzip',
  });
  expect(reply.headers.has('content-encoding')).toBe(false);
});

test('the page runs only its own scripts and connects to no other host', async () => {
  const { headers, text } = await call('GET', '/');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/]+=*' 'sha256-[\w+/]+=*' 'self'; style-src 'sha256-[\w+/]+=*';/,
  );
  expect(policy).toMatch(/frame-ancestors 'none'$/);
  expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types worker;/);
  expect(policy).not.toMatch(/unsafe|connect-src|https?:/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(text).not.toMatch(/\b(?:src|href)="(?!data:)/);
});
