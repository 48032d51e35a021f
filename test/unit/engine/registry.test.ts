import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { check, code } from '#shared/engine/checks/check.ts';
import { checks, codes } from '#shared/engine/checks/registry.ts';
import { codeWords } from '#shared/engine/checks/registry.words.ts';
import type { CodeTextsOf } from '#shared/engine/words/code-text.ts';

const FOLDER = new URL('../../../shared/engine/checks/', import.meta.url);
/** Files without a check: the types of checks and words, the registry, and the recorder of findings. */
const OTHERS = ['check.ts', 'recorder.ts', 'registry.ts', 'words.ts'];
const files = readdirSync(FOLDER)
  .filter((name) => !name.endsWith('.words.ts') && !OTHERS.includes(name))
  .sort();

test('the registry lists every check once', () => {
  expect(
    checks.map(({ id }) => `${id}.ts`).sort(),
    'A file of shared/engine/checks/ without its line in registry.ts is in no report.',
  ).toEqual(files);
});

test('the registry of words contains every code', () => {
  expect(
    [...codeWords.keys()].sort(),
    'A check without its line in shared/engine/checks/registry.words.ts cannot be reported.',
  ).toEqual([...codes.keys()].sort());
});

test('every code belongs to one check', () => {
  const all = checks.flatMap((one) => Object.keys(one.codes));
  expect(all).toHaveLength(codes.size);
  expect(all.filter((code) => !/^[a-z]+(?:_[a-z]+)*$/.test(code))).toEqual([]);
});

test('every code has words in both languages', () => {
  for (const [code, { en, zh }] of codeWords) {
    for (const sentence of [en.title, en.remedy]) expect(`${code}: ${sentence}`).toMatch(/: [A-Z].*\.$/);
    for (const sentence of [zh.title, zh.remedy])
      expect(`${code}: ${sentence}`).toMatch(/: .*\p{Script=Han}.*。$/u);
    for (const clause of [zh.clause].flat()) expect(`${code}: ${clause}`).toMatch(/\p{Script=Han}/u);
  }
});

/** What stands for itself: these come first in the registry, or are about money that no other code draws on. */
const WHOLE: ReadonlySet<string> = new Set([
  ...['duplicate_upstream_charge', 'retry_cost', 'unmatched_upstream', 'upstream_pending'],
  ...['upstream_charged_on_failure', 'upstream_refund_exceeds_cost', 'upstream_refund_incomplete'],
  ...['refund_exceeds_charge', 'restated_refund', 'restated_upstream_refund', 'unlinked_refund'],
]);

test('no cent of a request counts twice: each code with money of a request declares what it counts against', () => {
  const free = [...codes].filter(
    ([, { about, side, countsAgainst }]) =>
      [about].flat().includes('request') && side !== null && !countsAgainst,
  );
  expect(
    free.map(([code]) => code).filter((code) => !WHOLE.has(code)),
    'Give it `countsAgainst`, or its name to WHOLE if no other code can look at the same money.',
  ).toEqual([]);
});

test('the logic of a check is one short file', () => {
  const linesOf = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8').split('\n');
  const long = files.filter((name) => linesOf(name).filter((line) => !/^\/?\s?\*/.test(line)).length > 120);
  expect(long).toEqual([]);
});

test('the compiler requires that a check finds only declared codes, with severity and subject, and words in each language', () => {
  const example = check({
    id: 'example',
    codes: { rounding: code('ledger', ['info'], null) },
    conclude({ find }) {
      const subject = { kind: 'ledger', name: 'payments' } as const;
      find('rounding', { subject, severity: 'info' });
      // @ts-expect-error the code is about a ledger, and the group at hand is the report
      find('rounding', {});
      // @ts-expect-error the code is about no model
      find('rounding', { subject: { kind: 'model', name: 'm' } });
      // @ts-expect-error the check declares no such code
      find('overcharge', {});
      // @ts-expect-error the code has no such severity
      find('rounding', { subject, severity: 'critical' });
    },
  });
  const en = { title: 'A title.', remedy: 'A remedy.', clause: 'something holds', message: 'A message.' };
  const words: CodeTextsOf<typeof example>[] = [{ rounding: { en, zh: en } }];
  // @ts-expect-error a code has no words
  words.push({});
  // @ts-expect-error a language is missing
  words.push({ rounding: { en } });
  // @ts-expect-error the check declares no such code
  words.push({ rounding: { en, zh: en }, overcharge: { en, zh: en } });
});
