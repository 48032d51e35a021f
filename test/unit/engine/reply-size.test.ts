import { describe, expect, test } from 'vitest';
import {
  AMOUNT_LENGTH_MAX,
  BODY_BYTES_MAX,
  CAUSES_MAX,
  DAYS_MAX,
  REPLY_BYTES_MAX,
  TEXT_LENGTH_MAX,
  USERS_MAX,
} from '#shared/limits.ts';
import { Rejection } from '#shared/rejections.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { codeCounts } from '../../support/engine/code-counts.ts';
import {
  fillBody,
  leakRows,
  leakRowsWithoutPayments,
  rowsWithOwnCurrency,
  rowsWithOwnDays,
} from '../../support/engine/worst-bodies.ts';

const LAMBDA_REPLY_BYTES_MAX = 6_291_456;
const LONG_AMOUNT = '9'.repeat(AMOUNT_LENGTH_MAX);
const LONG_FRACTION = `0.${'9'.repeat(AMOUNT_LENGTH_MAX - 2)}`;
const LONG_DECIMAL = `${'9'.repeat(15)}.${'9'.repeat(15)}`;
const padding = (text: string): string => text.repeat(Math.floor((TEXT_LENGTH_MAX - 5) / text.length));

function answer(body: string): ReconciliationReport {
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(BODY_BYTES_MAX);
  return reconcile(readBody(reconciliationInputSchema, JSON.parse(body)), '2026-11-21T00:00:00.000Z');
}

/** The reply as it leaves, and as Lambda wraps it. */
function expectToFit(report: ReconciliationReport): void {
  const reply = JSON.stringify({ data: report });
  expect(Buffer.byteLength(reply)).toBeLessThan(REPLY_BYTES_MAX);
  const wrapped = JSON.stringify({
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: reply,
  });
  expect(Buffer.byteLength(wrapped)).toBeLessThan(LAMBDA_REPLY_BYTES_MAX);
}

function expectExactCounts({ summary, findings, completeness }: ReconciliationReport): void {
  const { total, listed, critical, warning, info, byCode } = summary.findings;
  expect(critical + warning + info).toBe(total);
  expect(Object.values(byCode).reduce((sum, { count }) => sum + count, 0)).toBe(total);
  expect(listed).toBe(findings.length);
  expect(completeness.findings).toBe(listed === total);
}

describe('a full body of 2 MiB', () => {
  test.each([
    ['15 000 leaks, all names distinct', leakRows({})],
    ['usage only', leakRowsWithoutPayments({})],
    ['names of quotes, which are escaped twice', leakRowsWithoutPayments({ filler: padding('"') })],
    ['names of control characters', leakRowsWithoutPayments({ filler: padding('\u0001') })],
    ['names of three bytes a letter', leakRowsWithoutPayments({ filler: padding('\u8d26') })],
    ['long names', leakRowsWithoutPayments({ filler: padding('x'), isMatched: true })],
    ['short names, some quotes', leakRowsWithoutPayments({ filler: '"""""""', isMatched: true })],
    ['a customer and a day for each row, and names of quotes', rowsWithOwnDays({ filler: padding('"') })],
    [
      'a customer and a day for each row, and amounts of 31 characters',
      rowsWithOwnDays({ charged: LONG_DECIMAL, cost: LONG_DECIMAL }),
    ],
  ])('%s: the reply fits, and its size is computed exactly', (_, rows) => {
    const report = answer(fillBody(rows));
    expectToFit(report);
    expectExactCounts(report);
    expect(report.byModel.reduce((sum, line) => sum + line.requests, 0)).toBe(report.summary.requests.total);
  });

  test('every list has its maximum length, and cut lists are named', () => {
    const report = answer(fillBody(rowsWithOwnDays({})));
    expectToFit(report);
    expectExactCounts(report);
    const { summary } = report;
    const lengths = [summary.causes.length, summary.byDay.length, summary.byUser.length];
    expect(lengths).toEqual([CAUSES_MAX, DAYS_MAX, USERS_MAX]);
    expect(summary.cut).toEqual(['causes', 'byDay', 'byUser']);
  });

  test('counts include the findings that are cut', () => {
    const report = answer(fillBody(leakRows({ isMatched: true })));
    expectToFit(report);
    expectExactCounts(report);
    const { summary, findings } = report;
    const requests = summary.requests.total;
    expect(codeCounts(report)).toEqual({
      channel_mismatch: requests,
      failed_payment_credited: requests,
      funding_shortfall: 1,
      model_mismatch: requests,
      negative_margin_model: requests,
      negative_margin_request: requests,
      negative_margin_total: 1,
    });
    expect(findings.length).toBeLessThan(summary.findings.total);
    expect(findings.length).toBeGreaterThan(5000);
  });

  test.each([
    ['matched', true],
    ['unmatched', false],
  ])('amounts of 31 characters, all models and channels different, %s: the reply fits', (_, isMatched) => {
    const charged = LONG_DECIMAL;
    expectToFit(
      answer(fillBody(leakRowsWithoutPayments({ charged, cost: charged.replaceAll('9', '8'), isMatched }))),
    );
  });

  test.each([
    [
      'amounts of 64 digits, matched',
      leakRowsWithoutPayments({ charged: LONG_AMOUNT, cost: LONG_FRACTION, isMatched: true }),
    ],
    [
      'amounts of 64 digits, unmatched',
      leakRowsWithoutPayments({ charged: LONG_AMOUNT, cost: LONG_FRACTION }),
    ],
    ['numbers of 300 digits', leakRowsWithoutPayments({ charged: 1e308, cost: 5e-324, isMatched: true })],
    ['currencies that grow when upper-cased', rowsWithOwnCurrency],
  ])('%s, in thousands of rows: refused, because the tables alone do not fit', (_, rows) => {
    expect(() => answer(fillBody(rows))).toThrow(Rejection);
  });

  test('half as many models with amounts of 64 digits fit', () => {
    expectToFit(
      answer(
        fillBody(
          leakRowsWithoutPayments({ charged: LONG_AMOUNT, cost: LONG_FRACTION, isMatched: true }),
          3000,
        ),
      ),
    );
  });

  test('a few amounts of 300 digits fit; an amount beyond every number type stays in the details', () => {
    const report = answer(fillBody(leakRowsWithoutPayments({ charged: 1e308, cost: 1e308 }), 3));
    expectToFit(report);
    const row = {
      occurredAt: '2026-01-01T00:00:00Z',
      model: 'm',
      status: 'success',
      chargedAmount: 1e308,
    } as const;
    const rows = ['a', 'a', 'a'].map((requestId, i) => ({ requestId, userId: `u${i}`, ...row }));
    const [duplicate] = reconcile({ downstreamUsage: rows }, '2026-11-21T00:00:00Z').findings;
    expect(duplicate?.amount).toBeUndefined();
    expect(duplicate?.details?.amount).toBe(`2${'0'.repeat(308)}`);
  });
});
