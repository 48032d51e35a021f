import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemHere } from '#functions/console/page/as-here.ts';
import { languages } from '#functions/console/page/words/words.ts';

/** The options that guards and judge name in sentences. */
const named = new Set(
  globSync('shared/{run/guards,judge}/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/[^-\w]--([a-z]+(?:-[a-z]+)*)/g)].map(([, name = '']) => name),
  ),
);
const FILES = ['logs', 'upstream', 'payments', 'channels'];

test('what the command calls an option has a name on the page, in both languages', () => {
  expect(named.size).toBeGreaterThan(3);
  for (const { options } of Object.values(languages))
    expect(Object.keys(options)).toEqual(expect.arrayContaining([...named, ...FILES]));
});

test.each([
  [
    'Give --quota-per-unit 500, or the gateway’s own word with --status status.json (its /api/status).',
    'Give “Quota per unit” 500, or the gateway’s own word with the status reply (its /api/status).',
  ],
  [
    'Say in a mapping what they mean: --mapping my bill.csv=mapping.json (docs/mapping.md).',
    'Say in a mapping what they mean: “Table, by its columns”.',
  ],
  ['A file named a--b.csv is --other.', 'A file named a--b.csv is --other.'],
])('%s', (said, here) => {
  const { message } = problemHere({ message: { en: said, zh: said }, details: [] });
  expect(message.en).toBe(here);
});
