import { expect, test } from 'vitest';
import { reconcile } from '#shared/engine/reconcile.ts';
import { normalize } from '#shared/normalizer/normalize.ts';
import { read } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { leakyBooks } from '../support/engine/books.ts';
import { newApiRow } from '../support/fixtures/native-rows.ts';

/**
 * A slip into quadratic time is invisible on small cases and fatal on full ledgers. Ten times the rows may take ten
 * times the time, and four times as much on a busy machine; quadratic time would take a hundred times.
 */
const SMALL = 500;
const FACTOR = 10;
const GROWTH_MAX = 4 * FACTOR;

const bestMs = (work: () => unknown, rounds: number): number =>
  Math.min(
    ...Array.from({ length: rounds }, () => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    }),
  );

const NOW = '2026-11-22T00:00:00Z';
const reconciled = (rows: number, every: number) => {
  const body = JSON.stringify(leakyBooks(rows, every));
  return () => reconcile(read(reconciliationInputSchema, JSON.parse(body)), NOW);
};

/** Rows of one user and model: whatever compares rows with their neighbours compares all of them. */
const normalized = (rows: number) => {
  const row = (n: number) => newApiRow({ id: n + 1, request_id: `r${n}`, type: n % 10 === 9 ? 6 : 2 });
  const logs = Array.from({ length: rows }, (_, n) => row(n));
  const upstreamCharges = logs.map(({ request_id, ...rest }) => ({ ...rest, request_id: `u${request_id}` }));
  return () => normalize({ connector: 'new-api', quotaPerUnit: 500_000, logs, upstreamCharges });
};

test.each<[what: string, workOf: (rows: number) => () => unknown]>([
  ['a reconciliation of clean books', (rows) => reconciled(rows, rows + 1)],
  ['a reconciliation with an error in every row', (rows) => reconciled(rows, 1)],
  ['the normalizing of an export', normalized],
])('%s takes time in proportion to its rows', (_what, workOf) => {
  const [few, many] = [workOf(SMALL), workOf(SMALL * FACTOR)];
  expect(bestMs(many, 2) / bestMs(few, 4)).toBeLessThan(GROWTH_MAX);
});
