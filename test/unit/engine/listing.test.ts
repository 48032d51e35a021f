import { describe, expect, test } from 'vitest';
import { example } from '#functions/example/example.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import type { ReportLimits } from '#shared/engine/report/listing.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { cleanBooks, leakyBooks } from '../../support/engine/books.ts';

const NOW = '2026-03-11T00:00:00.000Z';
const bytesOf = (report: ReconciliationReport): number => Buffer.byteLength(JSON.stringify({ data: report }));

/** A report whose flags all turn true where the list is whole, and one in which others stay false. */
const complete: ReconciliationInput = {
  downstreamUsage: [],
  upstreamCharges: [],
  payments: Array.from({ length: 12 }, (_, i) => ({
    transactionId: `t${i}`,
    occurredAt: NOW,
    status: 'settled',
    amount: '1',
    creditedAmount: '0',
  })),
};

describe.each([
  ['the example', example],
  ['complete books, in which only the list may be cut', complete],
])('%s', (_, input) => {
  const run = (limits?: ReportLimits): ReconciliationReport => reconcile(input, NOW, limits);
  const report = run();
  const { total } = report.summary.findings;

  test('without limits the list is whole', () => {
    expect(report.findings).toHaveLength(total);
    expect(report.completeness.findings).toBe(true);
    expect(run({})).toEqual(report);
  });

  test('limits that everything keeps change nothing', () => {
    expect(run({ maxFindings: total, maxReplyBytes: bytesOf(report) })).toEqual(report);
  });

  test('each limit of bytes is kept, and used up', () => {
    const least = bytesOf(run({ maxFindings: 0 }));
    for (let maxReplyBytes = bytesOf(report); maxReplyBytes >= least; maxReplyBytes -= 37) {
      const cut = run({ maxReplyBytes });
      const { findings, summary, completeness, byModel } = cut;
      expect(bytesOf(cut)).toBeLessThanOrEqual(maxReplyBytes);
      if (findings.length < total)
        expect(bytesOf(run({ maxFindings: findings.length + 1 }))).toBeGreaterThan(maxReplyBytes);
      expect(findings).toEqual(report.findings.slice(0, findings.length));
      expect(summary).toEqual({
        ...report.summary,
        findings: { ...report.summary.findings, listed: findings.length },
      });
      expect(completeness.findings).toBe(findings.length === total);
      expect(completeness.complete).toBe(report.completeness.complete && findings.length === total);
      expect(byModel).toEqual(report.byModel);
    }
  });

  test('a byte less than everything needs costs one finding, however many digits their number has', () => {
    for (let listed = total; listed > 0; listed--) {
      const maxReplyBytes = bytesOf(run({ maxFindings: listed }));
      expect(run({ maxReplyBytes }).findings).toHaveLength(listed);
      // The flags of a whole list are shorter, so one finding less may take as many bytes.
      if (listed < total) expect(run({ maxReplyBytes: maxReplyBytes - 1 }).findings).toHaveLength(listed - 1);
    }
  });

  test('a limit that nothing keeps leaves no finding', () => {
    expect(run({ maxReplyBytes: 1 }).findings).toEqual([]);
  });

  test('a summary has neither findings nor tables, and counts them all the same', () => {
    const { findings, byModel, byChannel, summary, completeness } = run({ summaryOnly: true });
    expect({ findings, byModel, byChannel }).toEqual({ findings: [], byModel: [], byChannel: [] });
    expect(summary.findings).toEqual({ ...report.summary.findings, listed: 0 });
    expect(completeness.findings).toBe(false);
  });
});

test('a summary of books without findings is whole', () => {
  const books = cleanBooks(3);
  const whole = reconcile(books, NOW);
  expect(reconcile(books, NOW, { summaryOnly: true }).completeness).toEqual(whole.completeness);
  expect(whole.completeness.findings).toBe(true);
});

test('the limits of the service hold beside those of the caller', () => {
  const books = leakyBooks(5000, 1);
  const [alone, generous] = [reconcile(books, NOW), reconcile(books, NOW, { maxReplyBytes: 1e9 })];
  expect(generous).toEqual(alone);
});
