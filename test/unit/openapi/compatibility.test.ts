import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findBreakingChanges } from '../../support/service/compatibility.ts';

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const [released = '', ...others] = globSync('test/support/fixtures/released/openapi-*.json');
const current = json('functions/openapi/openapi.generated.json');
const { version } = json('package.json');

const [, ...chapters] = readFileSync('CHANGELOG.md', 'utf8').split('\n## ');

/** The chapter "Breaking" of the current version in the changelog. */
function breakingChanges(): string {
  const chapter = chapters.find((each) => each.startsWith(`${version} (`)) ?? '';
  const [, breaking = ''] = chapter.split('\n### Breaking\n');
  return breaking.split('\n### ')[0] ?? '';
}

test('every version in the changelog has the date of its release; the newest may be unreleased', () => {
  const [newest = '', ...older] = chapters.map((each) => each.slice(0, each.indexOf('\n')));
  expect(newest).toMatch(/^\d+\.\d+\.\d+ \((?:unreleased|\d{4}-\d\d-\d\d)\)$/);
  for (const heading of older) expect(heading).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/);
});

test('one released document is kept: that of the last release, which is older than this version', () => {
  expect(others).toEqual([]);
  expect(released).not.toContain(version);
});

test('callers of the last release find everything as it was, or CHANGELOG names it as breaking', () => {
  const silent = findBreakingChanges(json(released), current).filter((sentence) => {
    const [, name = ''] = /^`([^`]+)`/.exec(sentence) ?? [];
    return !breakingChanges().includes(`\`${name}\``);
  });
  expect(silent).toEqual([]);
});

describe('the comparison sees', () => {
  const paths = (method: object) => ({ paths: { '/a': method } });
  const content = (schema: object) => ({ content: { 'application/json': { schema } } });
  const reply = (schema: object) => paths({ get: { operationId: 'a', responses: { 200: content(schema) } } });
  const request = (schema: object) =>
    paths({ post: { operationId: 'a', requestBody: content(schema), responses: {} } });
  const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
  const text = { type: 'string' };
  const list = reply({ type: 'array', items: { $ref: '#/components/T' } });
  const codes = (...each: string[]) => reply({ type: 'string', oneOf: each.map((one) => ({ const: one })) });
  const [none, may, must] = [object({}), object({ x: text }), object({ x: text }, ['x'])];

  test.each<[string, object, object, string[]]>([
    ['nothing where nothing changed', reply(may), reply(may), []],
    ['a path that is gone', reply(text), { paths: {} }, ['`GET /a` is gone']],
    ['a field that is gone', reply(may), reply(none), ['`a 200.x` is gone']],
    ['no harm in a new field of a reply', reply(none), reply(must), []],
    ['a type that is gone', reply({ type: ['string', 'null'] }), reply(text), ['`a 200` is no longer null']],
    ['a lost alternative', codes('a', 'b'), codes('a', 'c'), ['`a 200` no longer allows b']],
    ['any text made a list', request(text), request({ enum: ['a'] }), ['`a` no longer allows any text']],
    ['a field that must now be given', request(may), request(must), ['`a.x` must now be given']],
    ['a new one that must be given', request(none), request(must), ['`a.x` is new and must be given']],
    ['no harm in a new field that may be given', request(none), request(may), []],
    ['a field that may now be absent', reply(must), reply(may), ['`a 200.x` may now be absent']],
    [
      'items of a list, through references',
      { ...list, components: { T: may } },
      { ...list, components: { T: none } },
      ['`a 200[].x` is gone'],
    ],
  ])('%s', (_, before, after, sentences) => expect(findBreakingChanges(before, after)).toEqual(sentences));
});
