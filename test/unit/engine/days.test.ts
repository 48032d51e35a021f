import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reconcile } from '#shared/engine/reconcile.ts';
import { read } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import type { Finding } from '#shared/schemas/report.ts';

/** What an expert wants to be told: fields that the finding must have, and a text that must stand somewhere in it. */
type Expected = Pick<Finding, 'code' | 'severity'> & Partial<Finding> & { mentions?: string };

/** A realistic day of a gateway's books, and all findings above info that an expert wants on them. */
interface Day {
  kind: 'honest' | 'leak';
  story: string;
  expected: Expected[];
  input: unknown;
}

const FOLDER = new URL('../../support/fixtures/days/', import.meta.url);
const days = readdirSync(FOLDER)
  .sort()
  .map((file): [string, Day] => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')),
  ]);

const isMet = ({ mentions, ...fields }: Expected, finding: Finding): boolean =>
  Object.entries(fields).every(([field, value]) => finding[field as keyof Finding] === value) &&
  (mentions === undefined || JSON.stringify(finding).includes(mentions));

/** Pairs each expectation with a finding of its own, if there is a way. */
function pairs(expected: readonly Expected[], found: readonly Finding[]): boolean {
  const [first, ...others] = expected;
  if (first === undefined) return found.length === 0;
  return found.some((finding, place) => isMet(first, finding) && pairs(others, found.toSpliced(place, 1)));
}

test.each(days)('%s', (_, { story, expected, input }) => {
  const { findings } = reconcile(read(reconciliationInputSchema, input), '2026-11-21T00:00:00Z');
  const above = findings.filter(({ severity }) => severity !== 'info');
  if (!pairs(expected, above)) expect(above, story).toEqual(expected);
});

test('there are honest days and days with a leak', () => {
  expect(new Set(days.map(([, { kind }]) => kind))).toEqual(new Set(['honest', 'leak']));
});
