import { expect, test } from 'vitest';
import { example } from '#functions/example/example.ts';
import { BODY_BYTES_MAX, BODY_DEPTH_MAX, DETAILS_MAX, RECORDS_MAX } from '#shared/limits.ts';
import { type ErrorCode, errorCodes } from '#shared/rejections.ts';
import { call, type Reply } from '../support/service/client.ts';
import { plainNativeRow } from '../support/service/documented-requests.ts';

const RECONCILE = '/api/v1/reconcile';
const NORMALIZE = '/api/v1/normalize';
const [row] = example.downstreamUsage;
const ledger = (overrides: object) => ({ downstreamUsage: [{ ...row, ...overrides }] });
const nativeLog = (overrides: object) => ({
  connector: 'new-api',
  logs: [{ ...plainNativeRow, ...overrides }],
  quotaPerUnit: 500000,
});

/** Expects the documented status, the error body of the contract and the headers that a browser needs. */
function expectRefusal(reply: Reply, code: ErrorCode) {
  expect({ status: reply.status, code: reply.json?.error?.code }).toEqual({
    status: errorCodes[code].status,
    code,
  });
  expect(Object.keys(reply.json)).toEqual(['error']);
  expect(typeof reply.json.error.message).toBe('string');
  const { details } = reply.json.error;
  if (details !== undefined) {
    expect(details.length).toBeGreaterThan(0);
    expect(details.length).toBeLessThanOrEqual(DETAILS_MAX);
  }
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(reply.headers.get('content-type')).toBe('application/json');
  expect(reply.headers.get('cache-control')).toBe('no-store');
}

const typed = (type: string, rest = {}) => ({ 'content-type': type, ...rest });
const utf8 = (text: string) => new TextEncoder().encode(text);

test.each<[what: string, code: ErrorCode, body: unknown, headers?: Record<string, string>]>([
  ['no content type', 'unsupported_media_type', utf8('{}'), {}],
  ['a form', 'unsupported_media_type', 'a=1', typed('application/x-www-form-urlencoded')],
  ['a charset with blanks', 'unsupported_media_type', '{}', typed('application/json; charset = utf-16')],
  [
    'a compressed body',
    'unsupported_media_type',
    '{}',
    typed('application/json', { 'content-encoding': 'br' }),
  ],
  ['malformed JSON', 'invalid_json', '{'],
  ['no body', 'invalid_json', ''],
  ['a byte order mark', 'invalid_json', '\u{FEFF}{}'],
  ['broken UTF-8', 'invalid_json', new Uint8Array([0x7b, 0xff, 0x7d])],
  ['single quotes', 'invalid_json', "{'a':1}"],
  ['two documents', 'invalid_json', '{}{}'],
  ['deep nesting', 'invalid_json', '['.repeat(BODY_DEPTH_MAX + 1) + ']'.repeat(BODY_DEPTH_MAX + 1)],
  ['__proto__', 'invalid_request', '{"downstreamUsage":[],"__proto__":{"a":1}}'],
  ['one byte too many', 'payload_too_large', '{}'.padEnd(BODY_BYTES_MAX + 1)],
  ['one huge string', 'invalid_request', `{"a":"${'x'.repeat(BODY_BYTES_MAX - 8)}"}`],
  ['null', 'invalid_request', 'null'],
  ['a number', 'invalid_request', '1'],
  ['a string', 'invalid_request', '"{}"'],
  ['an array', 'invalid_request', '[]'],
])('both POST routes refuse %s as %s', async (_what, code, body, headers) => {
  expectRefusal(await call('POST', RECONCILE, body, headers), code);
  expectRefusal(await call('POST', NORMALIZE, body, headers), code);
});

/** Further invalid bodies; openapi.test.ts violates each keyword of the documented schema. */
test.each<[what: string, body: unknown, path: RegExp]>([
  ['constructor as a property', '{"downstreamUsage":[],"constructor":1}', /^constructor: /],
  [
    'an infinite number',
    JSON.stringify(ledger({ chargedAmount: '1' })).replace('"1"', '1e400'),
    /^downstreamUsage\[0\]\.chargedAmount: /,
  ],
  ['30 February', ledger({ occurredAt: '2026-02-30T10:00:00Z' }), /^downstreamUsage\[0\]\.occurredAt: /],
  [
    'too many records',
    { downstreamUsage: Array.from({ length: RECORDS_MAX + 1 }, () => row) },
    /^downstreamUsage: /,
  ],
  ['a million records', `{"downstreamUsage":[${'{},'.repeat(600_000)}{}]}`, /^downstreamUsage: /],
  [
    'ten thousand unknown properties',
    Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, i])),
    /./,
  ],
])('reconcile refuses %s and names the path', async (_what, body, path) => {
  const reply = await call('POST', RECONCILE, body);
  expectRefusal(reply, 'invalid_request');
  expect(reply.json.error.details).toContainEqual(expect.stringMatching(path));
});

test('five thousand invalid records give fifty messages', async () => {
  const reply = await call('POST', RECONCILE, {
    downstreamUsage: Array.from({ length: RECORDS_MAX }, () => ({})),
  });
  expectRefusal(reply, 'invalid_request');
  expect(reply.json.error.details).toHaveLength(DETAILS_MAX);
});

test.each<[what: string, code: ErrorCode, body: unknown]>([
  ['quota without quotaPerUnit', 'invalid_request', { connector: 'new-api', logs: [plainNativeRow] }],
  [
    'too many rows',
    'invalid_request',
    { ...nativeLog({}), logs: Array.from({ length: RECORDS_MAX + 1 }, () => plainNativeRow) },
  ],
  ['a prompt', 'prohibited_field', nativeLog({ prompt: 'planted' })],
  ['messages', 'prohibited_field', nativeLog({ messages: ['planted'] })],
  ['a cookie', 'prohibited_field', nativeLog({ cookie: 'planted' })],
  ['a key inside a JSON string', 'prohibited_field', nativeLog({ other: '{"api_key":"planted"}' })],
])('normalize refuses %s', async (_what, code, body) => {
  const reply = await call('POST', NORMALIZE, body);
  expectRefusal(reply, code);
  expect(reply.text).not.toContain('planted');
});

test.each<[method: string, path: string, code: ErrorCode]>([
  ['GET', '/api/v1/nothing', 'not_found'],
  ['GET', '//', 'not_found'],
  ['POST', '/', 'method_not_allowed'],
  ['GET', '/api/v1/connectors/', 'not_found'],
  ['GET', '//api/v1/connectors', 'not_found'],
  ['GET', '/API/V1/connectors', 'not_found'],
  ['GET', '/api/v1/connectors/new-api', 'not_found'],
  ['GET', '/api/v1/connectors//manifest', 'not_found'],
  ['GET', '/api/v1/%2e%2e/openapi.json', 'not_found'],
  ['GET', `/${'x'.repeat(8000)}`, 'not_found'],
  ['GET', '/api/v1/connectors/no-such-gateway/manifest', 'connector_not_found'],
  ['GET', '/api/v1/connectors/NEW-API/manifest', 'connector_not_found'],
  ['GET', '/api/v1/connectors/__proto__/manifest', 'connector_not_found'],
  ['GET', '/api/v1/connectors/constructor/manifest', 'connector_not_found'],
  ['GET', '/api/v1/connectors/%2e%2e/manifest', 'connector_not_found'],
  ['GET', '/api/v1/connectors/%ff/manifest', 'connector_not_found'],
  ['GET', RECONCILE, 'method_not_allowed'],
  ['PUT', RECONCILE, 'method_not_allowed'],
  ['POST', '/api/v1/connectors', 'method_not_allowed'],
  ['DELETE', '/api/v1/connectors/new-api/manifest', 'method_not_allowed'],
])('%s %s is %s', async (method, path, code) => {
  const reply = await call(method, path, undefined);
  expectRefusal(reply, code);
  expect(reply.headers.has('allow')).toBe(code === 'method_not_allowed');
});

test('a body without Content-Length is measured', async () => {
  const chunked = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  expectRefusal(await call('POST', RECONCILE, ' '.repeat(BODY_BYTES_MAX + 1), chunked), 'payload_too_large');
  expect((await call('POST', RECONCILE, JSON.stringify({ downstreamUsage: [] }), chunked)).status).toBe(200);
});

test('a percent-encoded connector id is decoded', async () => {
  expect((await call('GET', '/api/v1/connectors/new%2Dapi/manifest')).status).toBe(200);
});
