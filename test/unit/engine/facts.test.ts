import { expect, test } from 'vitest';
import { reconcile } from '#shared/engine/reconcile.ts';
import type { Facts } from '#shared/engine/survey/facts.ts';
import { inWords } from '../../support/engine/case-file.ts';
import { textLedger, unreadIn } from '../../support/engine/text-ledger.ts';

const run = (facts: Facts, ...lines: string[]) =>
  reconcile(textLedger(lines), '2026-11-21T00:00:00Z', {}, 'en', facts);
const told = (facts: Facts, ...lines: string[]) =>
  run(facts, ...lines)
    .findings.map(inWords)
    .sort();

const MAPPED = ['down r1 success 1 model=smart-1', 'up r1 success 0.5 model=real-x'];

test('a mapping that the log records is the administrator’s own', () => {
  expect(told({}, ...MAPPED)).toEqual(['warning model_mismatch ["smart-1","real-x"] 1']);
  expect(told({ ties: [['smart-1', 'real-x']] }, ...MAPPED)).toEqual([
    'info model_mismatch ["smart-1","real-x"] 1',
  ]);
});

test('a name that is tied to a model sold has one bill with it', () => {
  const lines = [
    ...['2x down r# success 1 model=smart-1 at=1#:1#', 'down late success 0 expected=0 at=18:00'],
    '2x up - success 2 model=real-x at=1#:1#',
  ];
  expect(told({}, ...lines)).toContain('info billed_not_sold report 4');
  expect(told({ ties: [['smart-1', 'real-x']] }, ...lines)).toEqual([
    'info upstream_missing_request_id upstreamCharges 4',
    'warning negative_margin_model smart-1 2',
    'warning negative_margin_total report 2',
  ]);
});

test('rows that nobody could read are told with their kinds, and the books are not complete', () => {
  const report = run({ unread: unreadIn(['unread downstreamUsage 3 0.5 8=2 unreadable=1']) });
  expect(report.completeness).toMatchObject({ complete: false, rows: false });
  expect(report.findings[0]?.details).toEqual({
    ...{ subject: 'downstreamUsage', count: 3, amount: '0.5', counted: '0.5' },
    kinds: [
      { kind: '8', rows: 2 },
      { kind: 'unreadable', rows: 1 },
    ],
  });
  expect(report.summary.money.doubtful).toBe('0.5');
});

test('names that nobody sold are told with their sums, most first', () => {
  const { findings } = run({}, 'up - success 1 model=a', 'up - success 2 model=b');
  expect(findings.find(({ code }) => code === 'billed_not_sold')?.details).toMatchObject({
    byModel: [
      { model: 'b', amount: '2' },
      { model: 'a', amount: '1' },
    ],
  });
});
