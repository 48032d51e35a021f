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

test('a mapping that the log records with every request is the administrator’s own', () => {
  const mapped = ['2x down r# success 1 model=smart-1', '2x up r# success 0.5 model=real-x-2026'];
  const severity = (requests: Facts['requests'] = {}) =>
    run({ requests }, ...mapped).findings.map(({ code, severity }) => `${severity} ${code}`);
  expect(severity()).toEqual(['warning model_mismatch']);
  expect(severity({ r1: { bought: 'real-x' } })).toEqual(['warning model_mismatch']);
  expect(severity({ r1: { bought: 'real-x' }, r2: { bought: 'real-y' } })).toEqual([
    'warning model_mismatch',
  ]);
  expect(severity({ r1: { bought: 'real-x' }, r2: { bought: 'real-x' } })).toEqual(['info model_mismatch']);
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
