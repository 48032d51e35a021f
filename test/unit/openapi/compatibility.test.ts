import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breaks } from '../../support/service/compatibility.ts';

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const [released = '', ...others] = globSync('test/support/fixtures/released/openapi-*.json');
const current = json('functions/openapi/openapi.generated.json');
const { version } = json('package.json');

/** What CHANGELOG says under "Breaking" of the version at hand. */
function admitted(): string {
  const [, chapter = ''] = readFileSync('CHANGELOG.md', 'utf8').split(`\n## ${version}\n`);
  const [own = ''] = chapter.split('\n## ');
  const [, breaking = ''] = own.split('\n### Breaking\n');
  return breaking.split('\n### ')[0] ?? '';
}

test('one released document is kept: that of the last release, which is older than this version', () => {
  expect(others).toEqual([]);
  expect(released).not.toContain(version);
});

test('callers of the last release find everything as it was, or CHANGELOG names it as breaking', () => {
  const silent = breaks(json(released), current).filter((sentence) => {
    const [, name = ''] = /^`([^`]+)`/.exec(sentence) ?? [];
    return !admitted().includes(`\`${name}\``);
  });
  expect(silent).toEqual([]);
});

describe('the comparison sees', () => {
  const reply = (schema: object) => ({
    paths: {
      '/a': {
        get: { operationId: 'a', responses: { 200: { content: { 'application/json': { schema } } } } },
      },
    },
  });
  const request = (schema: object) => ({
    paths: {
      '/a': {
        post: {
          operationId: 'a',
          requestBody: { content: { 'application/json': { schema } } },
          responses: {},
        },
      },
    },
  });
  const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
  const text = { type: 'string' };

  test.each<[string, object, object, string[]]>([
    ['nothing where nothing changed', reply(object({ x: text })), reply(object({ x: text })), []],
    ['a path that is gone', reply(text), { paths: {} }, ['`GET /a` is gone']],
    ['a field that is gone', reply(object({ x: text })), reply(object({})), ['`a 200.x` is gone']],
    ['no harm in a new field of a reply', reply(object({})), reply(object({ x: text }, ['x'])), []],
    ['a type that is gone', reply({ type: ['string', 'null'] }), reply(text), ['`a 200` is no longer null']],
    [
      'a code that is lost among alternatives',
      reply({ type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] }),
      reply({ type: 'string', oneOf: [{ const: 'a' }, { const: 'c' }] }),
      ['`a 200` no longer allows b'],
    ],
    [
      'a text of any kind that became a list',
      request(text),
      request({ enum: ['a'] }),
      ['`a` no longer allows any text'],
    ],
    [
      'a field that must now be given',
      request(object({ x: text })),
      request(object({ x: text }, ['x'])),
      ['`a.x` must now be given'],
    ],
    [
      'a new field that must be given',
      request(object({})),
      request(object({ x: text }, ['x'])),
      ['`a.x` is new and must be given'],
    ],
    ['no harm in a new field that may be given', request(object({})), request(object({ x: text })), []],
    [
      'a field that may now be absent',
      reply(object({ x: text }, ['x'])),
      reply(object({ x: text })),
      ['`a 200.x` may now be absent'],
    ],
    [
      'items of a list, through references',
      {
        ...reply({ type: 'array', items: { $ref: '#/components/T' } }),
        components: { T: object({ x: text }) },
      },
      { ...reply({ type: 'array', items: { $ref: '#/components/T' } }), components: { T: object({}) } },
      ['`a 200[].x` is gone'],
    ],
  ])('%s', (_, before, after, sentences) => expect(breaks(before, after)).toEqual(sentences));
});
