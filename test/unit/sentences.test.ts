import { globSync, readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { expect, test } from 'vitest';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import { openFile } from '#shared/files/read-file.ts';
import { unwrapPages } from '#shared/normalizer/intake/pages.ts';
import { Rejection } from '#shared/rejections.ts';
import { buildConnectorPayloadSchema } from '#shared/schemas/connector-payload.ts';
import { validate } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { makeOpenableFile } from '../support/files/file-bytes.ts';

const HAN = /\p{Script=Han}/u;

/** Every message of a schema and of what it is made of, by its path. */
function messagesOf(
  schema: unknown,
  path: string,
  seen = new Set<unknown>(),
): [path: string, message: unknown][] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  return Object.entries(schema).flatMap(([key, inner]): [string, unknown][] =>
    key === 'message' ? [[path, inner]] : messagesOf(inner, `${path}.${key}`, seen),
  );
}

type Message = ((issue: Partial<v.BaseIssue<unknown>>) => string) | string | undefined;

test.each([
  ['ReconciliationInput', reconciliationInputSchema],
  ['ConnectorPayload', buildConnectorPayloadSchema(['new-api'])],
])('every message of %s exists in both languages', (name, schema) => {
  const messages = messagesOf(schema, name);
  expect(messages.length).toBeGreaterThan(10);
  for (const [path, message] of messages as [string, Message][]) {
    if (message === undefined) continue;
    // A text would be said in English to everybody.
    expect([path, typeof message]).toEqual([path, 'function']);
    if (typeof message !== 'function') continue;
    expect(message({})).toMatch(/^(?:must|is|has) /);
    expect(message({ lang: 'zh' })).toMatch(HAN);
  }
});

test('each problem of a value exists in both languages', () => {
  const checked = validate(reconciliationInputSchema, {
    downstreamUsage: [{ requestId: '', extra: 1 }],
    more: 1,
  });
  const problems = 'problems' in checked ? checked.problems : [];
  expect(problems.map(({ path }) => path)).toContain('downstreamUsage[0].requestId');
  for (const { sentence } of problems)
    expect(sentence).toEqual({ en: expect.stringMatching(/^[a-z]/), zh: expect.stringMatching(HAN) });
});

/** What a call is refused with. */
async function refusal(work: () => unknown): Promise<Rejection> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

const readAll = (content: string | Uint8Array) => async () => {
  const { batches } = await openFile(makeOpenableFile(content));
  for await (const _ of batches());
};

test.each<[what: string, work: () => unknown]>([
  ['a web page', readAll('<html></html>')],
  ['a text', readAll('no table at all')],
  ['a zip archive', readAll(new Uint8Array([0x50, 0x4b, 3, 4]))],
  ['bytes', readAll(new Uint8Array([1, 0, 2, 0]))],
  ['columns of one name', readAll('a,b,a\r\n1,2,3\r\n')],
  ['a single row in an envelope', readAll('{"data":{"quota":5,"created_at":1}}')],
  ['a failed reply', readAll('{"success":false,"message":"no"}')],
  ['an object without rows', () => unwrapPages({ a: 1 }, 'logs')],
  ['JSON as text', () => unwrapPages('[]', 'logs')],
  ['rules without rows', () => parseMapping({ rows: 'logs' }, 'rules.json')],
  [
    'rules for fields that are none',
    () => parseMapping({ rows: 'payments', columns: { x: 'X' } }, 'rules.json'),
  ],
  ['rules with a divisor of 3', () => parseMapping({ rows: 'logs', columns: {}, divisor: 3 }, 'rules.json')],
])('%s is refused in both languages', async (_what, work) => {
  const rejection = await refusal(work);
  const { message, details } = rejection.sentences;
  expect(message).toEqual({ en: rejection.message, zh: expect.stringMatching(HAN) });
  expect(details.map(({ en }) => en)).toEqual(rejection.quotingDetails);
  expect(details.length).toBeGreaterThan(0);
  for (const { zh } of details) expect(zh).toMatch(HAN);
});

test('texts marked as Chinese are Chinese', () => {
  const english = globSync('shared/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bzh: (['"`])(.*?)\1/g)]
      // Punctuation alone is Chinese by its form.
      .filter(([, , text = '']) => /\w/.test(text) && !HAN.test(text.replaceAll(/\$\{[^}]*\}/g, '')))
      .map(([whole]) => `${file}: ${whole}`),
  );
  expect(english).toEqual([]);
});
