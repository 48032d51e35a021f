import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rules } from '#shared/gateways/prohibited/prohibited.ts';
import { BODY_DEPTH_MAX } from '#shared/limits.ts';
import type { RowField } from '#shared/normalizer/intake/native.ts';
import { refuseProhibited } from '#shared/normalizer/intake/refuse-prohibited.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { Rejection } from '#shared/rejections.ts';
import { catchRejection } from '../../support/normalizer/catch-rejection.ts';

const strip = (row: unknown, field: RowField = 'logs') => new Stripper(field).strip(row);

describe('stripped are', () => {
  test.each<[string, unknown, unknown]>([
    ['prompts and replies', { id: 1, content: 'hello', prompt: ['a'] }, { id: 1 }],
    ['secrets, numbers too', { id: 1, api_key: 'sk-1', password: 1234 }, { id: 1 }],
    ['persons and their addresses', { id: 1, username: 'alice', ip: '::1', source_ip: '::1' }, { id: 1 }],
    ['names in other notation', { id: 1, Username: 'alice', 'Source-IP': '::1' }, { id: 1 }],
    ['a user with the name of a channel test', { id: 1, username: '模型测试' }, { id: 1 }],
    ['names of tokens', { id: 1, token_name: 'mine', token_id: 3 }, { id: 1, token_id: 3 }],
    ['nested secrets', { id: 1, a: [{ b: { Authorization: 'x', c: 1 } }] }, { id: 1, a: [{ b: { c: 1 } }] }],
    ['secrets in JSON text', { other: '{"model_ratio":2,"x-api-key":"k"}' }, { other: '{"model_ratio":2}' }],
    ['settings of a channel', { channel: { id: 7, proxy: 'http://u:p@h' } }, { channel: { id: 7 } }],
    [
      'arrays as text that are nested too deeply',
      { id: 1, note: `${'['.repeat(1e5)}{"a":1}${']'.repeat(1e5)}` },
      { id: 1, note: '['.repeat(BODY_DEPTH_MAX - 2) + ']'.repeat(BODY_DEPTH_MAX - 2) },
    ],
    [
      'prompts in JSON that is quoted twice',
      { note: JSON.stringify('{"a":1,"prompts":["x"]}') },
      { note: JSON.stringify('{"a":1}') },
    ],
    [
      'the name of a setting in manage rows',
      { type: 3, other: { op: { params: { key: 'x', n: 1 } } } },
      { type: 3, other: { op: { params: { n: 1 } } } },
    ],
    ['a key that would change the prototype', JSON.parse('{"id":1,"__proto__":{"a":1}}'), { id: 1 }],
  ])('%s', (_, row, stripped) => expect(strip(row)).toEqual(stripped));

  test('settings of channels, and addresses with credentials', () => {
    const channel = { id: 7, name: 'main', key: 'k', setting: '{"proxy":"p"}', base_url: 'https://u:p@host' };
    expect(strip(channel, 'channels')).toEqual({ id: 7, name: 'main' });
    expect(strip({ id: 7, info: [{ setting: 'x', weight: 1 }] }, 'channels')).toEqual({
      id: 7,
      info: [{ weight: 1 }],
    });
    expect(strip({ id: 7, base_url: 'https://host' }, 'channels')).toEqual({
      id: 7,
      base_url: 'https://host',
    });
  });

  test('fields, counted by name', () => {
    const stripper = new Stripper('logs');
    for (const content of ['a', 'b', '']) stripper.strip({ id: 1, content, ip: '::1' });
    expect(stripper.droppedCounts()).toEqual([
      ['ip', 3],
      ['content', 2],
    ]);
  });

  test('fields, counted by their name in the table, never by a name that may contain a secret', () => {
    const stripper = new Stripper('logs');
    const deep = JSON.parse(`${'{"a":'.repeat(80)}1${'}'.repeat(80)}`);
    for (const key of ['sk-live-1_secret', 'X-API-Key', 'AUTH_TOKEN']) stripper.strip({ [key]: 'x', deep });
    expect(stripper.droppedCounts()).toEqual([
      ['nested too deeply', 3],
      ['key', 1],
      ['secret', 1],
      ['token', 1],
    ]);
  });
});

describe('kept are', () => {
  test.each<[string, unknown]>([
    ['fields with similar names', { prompt_tokens: 5, token_id: 1, completion_tokens: 2, message: 'ok' }],
    ['numbers under the names of texts', { prompt: 12, completion: '3' }],
    ['empty fields', { content: '', key: null, username: null, other: '{}' }],
    ['text that looks like JSON but is not', { note: '{"content": x' }],
    ['names prohibited in channels only', { setting: 'x', info: [{ setting: 'x' }], other: { proxy: 'x' } }],
    ['the mark of a channel test', { token_name: '模型测试', token_id: 0 }],
    ['counts of tokens', { tokens: { input: 5 }, totalToken: '7' }],
    ['flags', { is_multi_key: true, password: false }],
  ])('%s, without a copy of the row', (_, row) => expect(strip(row)).toBe(row));
});

const refusalOf = (row: unknown) => {
  const refusal = catchRejection(() =>
    refuseProhibited(new Map([['logs', { rows: [row], surroundings: [] }]])),
  );
  return refusal instanceof Rejection ? refusal.code : undefined;
};

/** JSON of nested objects. The innermost one has a prohibited field. */
const objects = (levels: number): string =>
  `${'{"a":'.repeat(levels - 1)}{"key":"x"}${'}'.repeat(levels - 1)}`;

describe.each<[string, (levels: number) => unknown]>([
  ['objects', (levels) => JSON.parse(objects(levels))],
  ['arrays', (levels) => JSON.parse(`{"a":${'['.repeat(levels - 2)}{"key":"x"}${']'.repeat(levels - 2)}}`)],
  ['JSON as text', (levels) => ({ a: objects(levels - 2) })],
  ['an array in JSON as text', (levels) => ({ a: `[${objects(levels - 3)}]` })],
])('stripping and refusing search %s equally deep:', (_, nested) => {
  test.each<[string, number, string, string]>([
    ['the deepest level is searched', BODY_DEPTH_MAX, 'prohibited_field', 'key'],
    ['one level more is too deep', BODY_DEPTH_MAX + 1, 'invalid_request', 'nested too deeply'],
  ])('%s', (_, levels, refusal, dropped) => {
    expect(refusalOf(nested(levels))).toBe(refusal);
    const stripper = new Stripper('logs');
    const row = stripper.strip(nested(levels));
    expect(stripper.droppedCounts()).toEqual([[dropped, 1]]);
    expect(refusalOf(row)).toBeUndefined();
  });
});

const names = rules.map(({ name }) => name);
const value = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.string(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.constant('https://u:p@h/?q'),
  ),
  object: fc.dictionary(
    fc.oneof(fc.constantFrom(...names), fc.constantFrom('x_api_key', 'other', 'channel', 'id', 'quota')),
    tie('any'),
    { maxKeys: 5 },
  ),
  any: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    tie('object'),
    fc.array(tie('any'), { maxLength: 3 }),
    tie('object').map((inner) => JSON.stringify(inner)),
  ),
}));

test('stripped rows are never refused', () => {
  fc.assert(
    fc.property(
      value.object,
      fc.constantFrom('logs', 'channels', 'upstreamCharges', 'payments'),
      (row, field) => {
        const rows = [strip(row, field)];
        expect(() => refuseProhibited(new Map([[field, { rows, surroundings: [] }]]))).not.toThrow();
      },
    ),
  );
});
