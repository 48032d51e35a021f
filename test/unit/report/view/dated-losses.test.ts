import { expect, test } from 'vitest';
import { findDatedLosses } from '#shared/report/view/dated-losses.ts';
import type { Cause } from '#shared/schemas/report.ts';
import { buildAnswerInput, buildCause } from '../../../support/answer/answer-input.ts';

const DAYS = ['2026-10-01', '2026-10-05', '2026-10-10', '2026-10-20'];

/** Lists the days with a loss, for causes with their first days and one finding each, on a day or without one. */
function lossDays(
  causes: readonly (readonly [cause: Cause, since: string | null, day?: string])[],
): string[] {
  const books = buildAnswerInput({ causes: causes.map(([cause]) => cause), uncompared: [[1, '2', '1']] });
  const findings = causes.map(([{ code }], index) => ({ id: `${index}`, code, details: {} }));
  const days = causes.flatMap(([, , day], index) => (day ? [[`${index}`, day] as const] : []));
  const losses = findDatedLosses({
    report: { ...books, findings } as never,
    since: causes.map(([, since]) => since),
    days: Object.fromEntries(days),
  } as never);
  return DAYS.filter(losses.isLoss);
}

test('requests lose money on the days of findings, customers and payments do not', () => {
  expect(lossDays([[buildCause('price_undercharge', '1'), '2026-10-05', '2026-10-05']])).toEqual([
    '2026-10-05',
  ]);
  expect(lossDays([[buildCause('price_overcharge', '1'), '2026-10-05', '2026-10-05']])).toEqual([]);
  expect(lossDays([[buildCause('duplicate_payment', '1'), '2026-10-05', '2026-10-05']])).toEqual([]);
});

test('the loss of a model is on all days since it began, except days that are compared in part', () => {
  const loss = buildCause('negative_margin_model', '1', { model: 'm' });
  expect(lossDays([[loss, '2026-10-10']])).toEqual(['2026-10-10', '2026-10-20']);
  expect(lossDays([[loss, null]])).toEqual(['2026-10-05', '2026-10-10', '2026-10-20']);
});

test('a cause of which not all findings are listed may be on any day since it began', () => {
  const cut = buildCause('price_undercharge', '9', { count: 9 });
  expect(lossDays([[cut, '2026-10-10', '2026-10-20']])).toEqual(['2026-10-10', '2026-10-20']);
});
