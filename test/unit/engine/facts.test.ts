import { expect, test } from 'vitest';

import { inWords } from '../../support/engine/case-file.ts';
import type { FactsOfFiles } from '../../support/engine/reconcile-with-facts.ts';
import { reportOfText } from '../../support/engine/text-ledger.ts';

const run = (facts: FactsOfFiles, ...lines: string[]) => reportOfText(lines, 'en', facts);
const told = (facts: FactsOfFiles, ...lines: string[]) =>
  run(facts, ...lines)
    .findings.map(inWords)
    .sort();

test('a mapping that the log records with every request is the administrator’s own', () => {
  const mapped = ['2x down r# success 1 model=smart-1', '2x up r# success 0.5 model=real-x-2026'];
  const severity = (requests: FactsOfFiles['requests'] = {}) =>
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
  const report = reportOfText(['unread downstreamUsage 3 0.5 8=2 unreadable=1']);
  expect(report.completeness).toMatchObject({ complete: false, rows: false });
  expect(report.findings[0]?.details).toEqual({
    subject: 'downstreamUsage',
    count: 3,
    amount: '0.5',
    counted: '0.5',
    kinds: [
      { kind: '8', rows: 2 },
      { kind: 'unreadable', rows: 1 },
    ],
  });
  expect(report.summary.money.doubtful).toBe('0.5');
});

test('money whose currency nobody names is missing where it came, not where a checkout was left', () => {
  const currency = (line: string) => reportOfText([line, 'fact a isUnnamed']).completeness.currency;
  expect(currency('pay a settled 73 credited=10')).toBe(false);
  expect(currency('pay a pending 73')).toBe(true);
  expect(currency('pay a failed 73')).toBe(true);
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

test('a finding says how the price was changed when its request began, which the log dates by its end', () => {
  const values = [2.5, 0.25, 2.5].map((value, i) => [value, Date.UTC(2026, 2, 10, 9 + i)] as const);
  const priceChanges = [{ model: 'm', term: 'input', values }] as const;
  const repriced = (at: string, seconds = 0) =>
    run(
      { priceChanges, requests: { r1: { seconds } } },
      `down r1 success 1 at=${at}`,
      `up r1 success 2 at=${at}`,
    ).findings.find(({ code }) => code === 'negative_margin_request')?.details?.repriced;
  const while10 = 'ratio 2.5 -> 0.25 @2026-03-10T10:00:00.000Z -> 2.5 @2026-03-10T11:00:00.000Z';
  expect([repriced('09:59'), repriced('10:00'), repriced('10:59'), repriced('11:01')]).toEqual([
    undefined,
    while10,
    while10,
    undefined,
  ]);
  expect([repriced('10:01', 90), repriced('11:01', 90)]).toEqual([undefined, while10]);
});
