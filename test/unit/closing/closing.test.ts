import { expect, test } from 'vitest';
import { CLOSING_BYTES_MAX, judgeClosing } from '#shared/closing/closing.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

const RULE = { by: 'requests', coverage: 0.98, payments: true } as const;
const reportOf = (...lines: string[]) =>
  reconcile(readBody(reconciliationInputSchema, parseTextLedger(lines)), '2026-11-21T00:00:00Z');

test.each([
  [1000, 980, undefined],
  [1000, 979, '97.9 %'],
  // Not rounded up to the share that is needed.
  [10_000, 9799, '97.99 %'],
  [3, 2, '66.66 %'],
])('of %i sold with %i billed, the sentence is %s', (sold, billed, percent) => {
  const report = reportOf(`down r1 success ${billed}`, `down r2 success ${sold - billed}`, 'up r1 success 1');
  const { reasons } = judgeClosing(report, [], RULE, 'en');
  const expected = `Revenue covered by the bill: only ${percent}, but 98 % is required.`;
  expect(reasons.filter((reason) => reason.startsWith('Revenue'))).toEqual(percent ? [expected] : []);
});

test.each(['zh', 'en'] as const)('a verdict in %s is short, whatever the findings contain', (language) => {
  const report = reportOf('down r1 success 1', 'up r2 success 1', 'pay p1 settled 1');
  for (const letter of ['问', '"', '\u202e', '😀']) {
    const finding = {
      severity: 'critical',
      code: 'unmatched_upstream',
      message: letter.repeat(1000),
    } as const;
    const closing = judgeClosing(report, Array(100).fill(finding), RULE, language);
    expect(Buffer.byteLength(JSON.stringify(closing))).toBeLessThan(CLOSING_BYTES_MAX);
  }
});
