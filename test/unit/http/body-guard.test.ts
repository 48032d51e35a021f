import { expect, test } from 'vitest';
import { depthOf, guardedText, guardHeaders } from '#shared/http/body-guard.ts';
import { BODY_BYTES_MAX, BODY_DEPTH_MAX } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/rejections.ts';

const codeOf = (act: () => unknown): ErrorCode | 'accepted' => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return (error as { code: ErrorCode }).code;
  }
};
const base64 = (bytes: number[] | string) => Buffer.from(bytes as string).toString('base64');
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.each<[json: string, depth: number]>([
  ['1', 0],
  ['{}', 1],
  ['[[],[[]]]', 3],
  ['{"a":"[[[["}', 1],
  ['{"a":"\\"[[[["}', 1],
  ['{"a\\\\":[["\\\\\\"]"]]}', 3],
  ['"unclosed [[[', 0],
])('%s is %i deep', (json, depth) => expect(depthOf(json, 100)).toBe(depth));

test.each<[what: string, body: string | undefined, isBase64: boolean, code: ErrorCode | 'accepted']>([
  ['plain text', '{}', false, 'accepted'],
  ['base64', base64('{}'), true, 'accepted'],
  ['nothing', undefined, false, 'invalid_json'],
  ['an empty text', '', false, 'invalid_json'],
  ['a byte order mark', '\u{FEFF}{}', false, 'invalid_json'],
  ['a byte order mark in base64', base64([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), true, 'invalid_json'],
  ['broken UTF-8', base64([0x7b, 0xff, 0x7d]), true, 'invalid_json'],
  ['the deepest allowed', nested(BODY_DEPTH_MAX), false, 'accepted'],
  ['one level deeper', nested(BODY_DEPTH_MAX + 1), false, 'invalid_json'],
  ['a million levels', '['.repeat(1_000_000), false, 'invalid_json'],
  ['the largest allowed', ' '.repeat(BODY_BYTES_MAX), false, 'accepted'],
  ['one byte more', ' '.repeat(BODY_BYTES_MAX + 1), false, 'payload_too_large'],
  ['few characters of many bytes', '€'.repeat(BODY_BYTES_MAX / 3 + 1), false, 'payload_too_large'],
  ['the largest allowed in base64', base64(' '.repeat(BODY_BYTES_MAX)), true, 'accepted'],
  ['one byte more in base64', base64(' '.repeat(BODY_BYTES_MAX + 1)), true, 'payload_too_large'],
  ['far more in base64', 'A'.repeat(BODY_BYTES_MAX * 2), true, 'payload_too_large'],
])('a body of %s', (_what, body, isBase64, code) => {
  expect(codeOf(() => guardedText(body, isBase64))).toBe(code);
});

test.each<[type: string | undefined, encoding: string | undefined, accepted: boolean]>([
  ['application/json', undefined, true],
  ['Application/JSON', undefined, true],
  ['application/json; charset=utf-8', undefined, true],
  ['application/json ; charset="UTF-8"', undefined, true],
  ['application/json', 'identity', true],
  [undefined, undefined, false],
  ['', undefined, false],
  ['text/plain', undefined, false],
  ['application/jsonp', undefined, false],
  ['application/vnd.api+json', undefined, false],
  ['application/json, text/plain', undefined, false],
  ['application/json; charset=utf-16', undefined, false],
  ['application/json; charset=latin1', undefined, false],
  ['application/json', 'gzip', false],
])('Content-Type %s with Content-Encoding %s', (type, encoding, accepted) => {
  expect(codeOf(() => guardHeaders(type, encoding))).toBe(accepted ? 'accepted' : 'unsupported_media_type');
});
