import { describe, expect, test } from 'vitest';
import { checks, codes } from '#shared/engine/checks/registry.ts';
import type { InputFacts } from '#shared/engine/survey/input-facts.ts';
import type { PaymentContexts } from '#shared/payment-context.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import { cleanBooks } from '../../support/engine/books.ts';
import { caseFiles } from '../../support/engine/case-file.ts';
import { type Books, gatheredPlants, plants, wholePlants } from '../../support/engine/plants.ts';
import { subjectOf } from '../../support/engine/subject.ts';
import { besideIn, factsIn, textLedger } from '../../support/engine/text-ledger.ts';

const REQUESTS = 1000;
const TIMES = 7;
const clean = (): Books => cleanBooks(REQUESTS) as Books;

const isOf = (code: string) => (find: string) => find.split(' ')[1] === code;

const found = (books: ReconciliationInput, facts?: InputFacts, paid?: PaymentContexts): string[] =>
  reconcile(books, '2026-11-21T00:00:00Z', {}, 'en', facts, paid)
    .findings.map((finding) => `${finding.code} ${subjectOf(finding)}`)
    .sort();

test('clean books give no finding at all', () => {
  expect(found(clean())).toEqual([]);
});

const planted = new Set(Object.keys({ ...plants, ...gatheredPlants, ...wholePlants }));
const others = checks.flatMap(({ id, codes: own }) =>
  Object.keys(own).flatMap((code) => (planted.has(code) ? [] : { check: id, code })),
);

test('every code without a plant is planted as the first case of its table', () => {
  for (const { check, code } of others) {
    const table = caseFiles().get(check) ?? [];
    const first = table.find(({ finds }) => finds.some(isOf(code)));
    if (!first) throw new Error(`No case in test/unit/engine/cases/${check}.txt finds ${code}.`);
    const { ledger } = first;
    const books = clean();
    const { downstreamUsage, upstreamCharges = [], payments = [] } = textLedger(ledger);
    books.downstreamUsage.push(...downstreamUsage);
    books.upstreamCharges.push(...upstreamCharges);
    books.payments.push(...payments);
    expect(
      found(books, besideIn(ledger), factsIn(ledger)).some((line) => line.startsWith(`${code} `)),
      code,
    ).toBe(true);
  }
});

test('every plant is of a code', () => {
  expect([...planted].filter((code) => !codes.has(code))).toEqual([]);
});

describe.each(Object.entries({ ...plants, ...gatheredPlants }))('%s', (code, plant) => {
  test(`planted ${TIMES} times among ${REQUESTS} clean requests, found each time and nowhere else`, () => {
    const books = clean();
    const expected = Array.from({ length: TIMES }, (_, n) => plant(books, 13 + n * 101)).flat();
    expect(expected.some((line) => line.startsWith(`${code} `))).toBe(true);
    expect(found(books)).toEqual([...new Set(expected)].sort());
  });
});

test(`all of them together, ${TIMES} times each: exactly what was planted, by every code`, () => {
  const books = clean();
  const all = Object.values({ ...plants, ...gatheredPlants });
  const expected = all.flatMap((plant, p) =>
    Array.from({ length: TIMES }, (_, n) => plant(books, p * TIMES + n)).flat(),
  );
  expect(found(books)).toEqual([...new Set(expected)].sort());
});

test.each(Object.entries(wholePlants))('%s, planted once in the whole books', (code, plant) => {
  expect(found(plant(clean())).filter((line) => line.startsWith(`${code} `))).toHaveLength(1);
});
