import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { checkDepth, checkHeaders, decodeBody, estimateJsonLength } from '#shared/http/body-guard.ts';
import { BODY_BYTES_MAX, BODY_DEPTH_MAX } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/rejections.ts';
import { cleanBooks } from '../../support/engine/books.ts';

const codeOf = (act: () => unknown): ErrorCode | 'accepted' => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return (error as { code: ErrorCode }).code;
  }
};
const base64 = (bytes: number[] | string) => Buffer.from(bytes as string).toString('base64');

/** Arrays within each other, made without recursion. */
const nestedArrays = (depth: number): unknown => {
  let value: unknown = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
};

test.each<[what: string, value: unknown]>([
  ['null', null],
  ['true', true],
  ['a digit', 7],
  ['a text', 'abc'],
  ['nothing', {}],
  ['an array', ['a', null, 1]],
  ['an object', { a: 'b', c: ['d', { e: {}, f: [] }] }],
])('the length of %s is that of its JSON', (_what, value) =>
  expect(estimateJsonLength(value)).toBe(JSON.stringify(value).length),
);

test('the estimate of a value is never longer than its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => estimateJsonLength(value) <= JSON.stringify(value).length),
  );
});

test.each<[depth: number, length: number]>([
  [BODY_DEPTH_MAX, BODY_DEPTH_MAX * 2],
  [BODY_DEPTH_MAX + 1, Number.POSITIVE_INFINITY],
  [1_000_000, Number.POSITIVE_INFINITY],
])('%i levels have a length of %i', (depth, length) =>
  expect(estimateJsonLength(nestedArrays(depth))).toBe(length),
);

test.each<[depth: number, code: ErrorCode | 'accepted']>([
  [BODY_DEPTH_MAX, 'accepted'],
  [BODY_DEPTH_MAX + 1, 'invalid_json'],
])('a value of %i levels', (depth, code) => {
  expect(codeOf(() => checkDepth(nestedArrays(depth)))).toBe(code);
  expect(codeOf(() => checkDepth({ rows: [{ other: nestedArrays(depth - 3) }] }))).toBe(code);
});

test('measuring a full payload serializes no JSON', () => {
  const { downstreamUsage, upstreamCharges } = cleanBooks(5000);
  const written = JSON.stringify({ downstreamUsage, upstreamCharges }).length;
  const spies = [vi.spyOn(JSON, 'stringify'), vi.spyOn(Buffer, 'byteLength')];
  const length = estimateJsonLength({ downstreamUsage, upstreamCharges });
  expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  vi.restoreAllMocks();
  expect(length / written).toBeGreaterThan(0.95);
  expect(length / written).toBeLessThan(1.05);
});

test.each<[what: string, body: string | undefined, isBase64: boolean, code: ErrorCode | 'accepted']>([
  ['plain text', '{}', false, 'accepted'],
  ['base64', base64('{}'), true, 'accepted'],
  ['nothing', undefined, false, 'invalid_json'],
  ['an empty text', '', false, 'invalid_json'],
  ['a byte order mark', '\u{FEFF}{}', false, 'invalid_json'],
  ['a byte order mark in base64', base64([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), true, 'invalid_json'],
  ['broken UTF-8', base64([0x7b, 0xff, 0x7d]), true, 'invalid_json'],
  ['the largest allowed', ' '.repeat(BODY_BYTES_MAX), false, 'accepted'],
  ['one byte more', ' '.repeat(BODY_BYTES_MAX + 1), false, 'payload_too_large'],
  ['few characters of many bytes', '€'.repeat(BODY_BYTES_MAX / 3 + 1), false, 'payload_too_large'],
  ['the largest allowed in base64', base64(' '.repeat(BODY_BYTES_MAX)), true, 'accepted'],
  ['one byte more in base64', base64(' '.repeat(BODY_BYTES_MAX + 1)), true, 'payload_too_large'],
  ['far more in base64', 'A'.repeat(BODY_BYTES_MAX * 2), true, 'payload_too_large'],
])('a body of %s', (_what, body, isBase64, code) => {
  expect(codeOf(() => decodeBody(body, isBase64))).toBe(code);
});

test.each<[type: string | undefined, encoding: string | undefined, accepted: boolean]>([
  ['application/json', undefined, true],
  ['Application/JSON', undefined, true],
  ['application/json; charset=utf-8', undefined, true],
  ['application/json ; charset="UTF-8"', undefined, true],
  ['application/json; charset = utf-8', undefined, true],
  ['application/json; profile="charset"', undefined, true],
  ['application/json;', undefined, true],
  ['application/json', 'identity', true],
  [undefined, undefined, false],
  ['', undefined, false],
  ['text/plain', undefined, false],
  ['application/jsonp', undefined, false],
  ['application/vnd.api+json', undefined, false],
  ['application/json, text/plain', undefined, false],
  ['application/json; charset=utf-16', undefined, false],
  ['application/json; charset=latin1', undefined, false],
  ['application/json; charset = utf-16', undefined, false],
  ['application/json;charset\t=\tutf-16', undefined, false],
  ['application/json; CHARSET="UTF-16"', undefined, false],
  ['application/json; charset', undefined, false],
  ['application/json; charset=', undefined, false],
  ['application/json; charset="utf-8', undefined, false],
  ['application/json; charset=utf-8; charset=utf-16', undefined, false],
  ['application/json; charset=utf-8; Charset = utf-8', undefined, false],
  ['application/json', 'gzip', false],
])('Content-Type %s with Content-Encoding %s', (type, encoding, accepted) => {
  expect(codeOf(() => checkHeaders(type, encoding))).toBe(accepted ? 'accepted' : 'unsupported_media_type');
});
