import { describe, expect, test } from 'vitest';
import { type CoveredShares, computeCoverage } from '#shared/closing/coverage.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

const NOW = '2026-11-21T00:00:00Z';
const coverage = (ledger: string, limits = {}): CoveredShares | undefined =>
  computeCoverage(
    reconcile(
      readBody(reconciliationInputSchema, parseTextLedger(ledger.split('\n').filter(Boolean))),
      NOW,
      limits,
    ),
  );
const sides = (sold: number, billed: number) => ({ sold, billed });

describe('books with a bill that names each request', () => {
  test.each<[what: string, ledger: string, sold: number, billed: number]>([
    ['all of both', 'down r1 success 1\nup r1 success 0.5', 1, 1],
    ['a sale without its bill', 'down r1 success 3\ndown r2 success 1\nup r1 success 0.5', 0.75, 1],
    ['a bill without its sale', 'down r1 success 1\nup r1 success 1\nup r2 success 3', 1, 0.25],
    ['nothing in common', 'down r1 success 1\nup r2 success 1', 0, 0],
    ['a failed request, which nobody bills', 'down r1 success 1\ndown r2 failed 0\nup r1 success 0.5', 1, 1],
    ['free requests, which are counted', 'down r1 success 0\ndown r2 success 0\nup r1 success 0', 0.5, 1],
    ['no row at all', '', 1, 1],
  ])('cover, of %s, what they say', (_, ledger, sold, billed) => {
    const all = sides(sold, billed);
    expect(coverage(ledger)).toEqual({ requests: all, models: all, days: all });
  });

  test('cannot be judged without upstream charges', () => {
    expect(coverage('down r1 success 1\nomit upstreamCharges')).toBeUndefined();
  });
});

describe('a bill without request ids', () => {
  const sales = 'down r1 success 3 model=a at=03-10T12:00\ndown r2 success 1 model=b at=03-11T12:00';

  test.each<[what: string, bill: string, models: object, days: object]>([
    [
      'each model and day',
      'up - success 1 model=a at=03-10T00:00\nup - success 1 model=b at=03-11T00:00',
      sides(1, 1),
      sides(1, 1),
    ],
    [
      'one model',
      'up - success 1 model=a at=03-10T00:00\nup - success 1 model=a at=03-11T00:00',
      sides(0.75, 1),
      sides(1, 1),
    ],
    [
      'one day',
      'up - success 1 model=a at=03-10T00:00\nup - success 1 model=b at=03-10T00:00',
      sides(1, 1),
      sides(0.75, 1),
    ],
    [
      'a model that was not sold',
      'up - success 1 model=a at=03-10T00:00\nup - success 3 model=x at=03-11T00:00',
      sides(0.75, 0.25),
      sides(1, 1),
    ],
    [
      'a day without sales',
      'up - success 1 model=a at=03-10T00:00\nup - success 1 model=b at=03-17T00:00',
      sides(1, 1),
      sides(0.75, 0.5),
    ],
  ])('of %s covers what it names', (_, bill, models, days) => {
    expect(coverage(`${sales}\n${bill}`)).toMatchObject({ models, days });
  });

  test('of days in UTC+8 covers the UTC day that the period cuts', () => {
    const period = 'period 2026-03-09T16:00:00Z 2026-03-11T16:00:00Z';
    const bill = 'up - success 1 model=a at=03-09T16:00\nup - success 1 model=b at=03-10T16:00';
    expect(coverage(`${period}\n${sales}\n${bill}`)).toMatchObject({ days: sides(1, 1) });
    expect(coverage(`${period}\n${sales}\nup - success 1 model=b at=03-09T16:00`)).toMatchObject({
      days: sides(0, 1),
    });
  });

  test('cannot be judged if the tables are left out of the report', () => {
    const bill = 'up - success 1 model=a at=03-10T00:00';
    expect(coverage(`${sales}\n${bill}`, { summaryOnly: true })).toMatchObject({ models: null, days: null });
  });
});
