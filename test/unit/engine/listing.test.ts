import { describe, expect, test } from 'vitest';
import { example } from '#functions/example/example.ts';
import { byCodeUnit } from '#shared/engine/rows/order.ts';
import { REPLY_BYTES_MAX, REPLY_ESCAPED_BYTES_MAX } from '#shared/limits.ts';
import { Rejection } from '#shared/rejections.ts';
import { listFindings, type ReportLimits } from '#shared/report/build/listing.ts';
import { buildReport as reportOf } from '#shared/report/build/report.ts';
import { reconcile, runChecks } from '#shared/report/reconcile.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { Finding, ReconciliationReport } from '#shared/schemas/report.ts';
import { cleanBooks } from '../../support/engine/books.ts';

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
  const { conclusions, surveyed } = runChecks(input);
  const run = (limits?: ReportLimits): ReconciliationReport => reportOf(conclusions, surveyed, NOW, limits);
  const report = run();
  const { total } = report.summary.findings;

  test('without limits the list is complete', () => {
    expect(report.findings).toHaveLength(total);
    expect(report.completeness.findings).toBe(true);
    expect(run({})).toEqual(report);
  });

  test('limits above the size of the report change nothing', () => {
    expect(run({ maxFindings: total, maxReplyBytes: bytesOf(report) })).toEqual(report);
  });

  test('each limit in bytes is kept and used up', () => {
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

  test('a limit one byte too small leaves out one finding, for any number of digits', () => {
    for (let listed = total; listed > 0; listed--) {
      const maxReplyBytes = bytesOf(run({ maxFindings: listed }));
      expect(run({ maxReplyBytes }).findings).toHaveLength(listed);
      // The flags of a whole list are shorter, so one finding less may take as many bytes.
      if (listed < total) expect(run({ maxReplyBytes: maxReplyBytes - 1 }).findings).toHaveLength(listed - 1);
    }
  });

  test('a limit below the size of one finding leaves out all', () => {
    expect(run({ maxReplyBytes: 1 }).findings).toEqual([]);
  });

  test('a summary contains no findings or tables, but counts them', () => {
    const { findings, byModel, byChannel, summary, completeness } = run({ summaryOnly: true });
    expect({ findings, byModel, byChannel }).toEqual({ findings: [], byModel: [], byChannel: [] });
    expect(summary.findings).toEqual({ ...report.summary.findings, listed: 0 });
    expect(completeness.findings).toBe(false);
  });
});

test('a summary of books without findings is complete', () => {
  const books = cleanBooks(3);
  const whole = reconcile(books, NOW);
  expect(reconcile(books, NOW, { summaryOnly: true }).completeness).toEqual(whole.completeness);
  expect(whole.completeness.findings).toBe(true);
});

describe('the largest replies', () => {
  const finding = (message: string) => ({ message }) as Finding;
  /** A report that says no more than how many findings it lists and whether that is all of them. */
  const sized = (total: number) => (findings: Finding[]) =>
    ({
      summary: { listed: findings.length },
      completeness: {
        complete: findings.length === total,
        findings: findings.length === total,
        currency: true,
      },
      findings,
      byModel: [],
      byChannel: [],
    }) as unknown as ReconciliationReport;
  const sizesOf = (findings: Finding[], total: number) => {
    const reply = JSON.stringify({ data: sized(total)(findings) });
    return { bytes: Buffer.byteLength(reply), escaped: Buffer.byteLength(JSON.stringify(reply)) - 2 };
  };
  const listOf = (messages: readonly string[], limits: ReportLimits) =>
    listFindings(messages, byCodeUnit, finding, sized(messages.length), limits).map(({ message }) => message);
  const countOf = (messages: readonly string[], limits: ReportLimits = {}): number =>
    listOf(messages, limits).length;
  const REST = sizesOf([finding('')], 1);

  test('a reply stays below 5 MB, whatever limit the caller gives', () => {
    const longest = 'x'.repeat(REPLY_BYTES_MAX - 1 - REST.bytes);
    expect(countOf([longest])).toBe(1);
    expect(countOf([`${longest}x`])).toBe(0);
    expect(countOf([`${longest}x`], { maxReplyBytes: 1e9 })).toBe(0);
  });

  test('quotes and backslashes, which Lambda escapes again, stay within its 6 MiB', () => {
    const room = REPLY_ESCAPED_BYTES_MAX - REST.escaped;
    const longest = '"\\'.repeat(room / 8) + 'x'.repeat(room % 8);
    const { bytes, escaped } = sizesOf([finding(longest)], 1);
    expect(bytes).toBeLessThan(REPLY_BYTES_MAX);
    expect(escaped).toBe(REPLY_ESCAPED_BYTES_MAX);
    expect(countOf([longest])).toBe(1);
    expect(countOf([`${longest}x`])).toBe(0);
  });

  test('a report that is too large without findings is refused, and the sentence says what to send', () => {
    const around = (length: number) => (findings: Finding[]) => ({
      ...sized(0)(findings),
      currency: 'x'.repeat(length),
    });
    const room = REPLY_BYTES_MAX - 1 - Buffer.byteLength(JSON.stringify({ data: around(0)([]) }));
    expect(listFindings([], byCodeUnit, finding, around(room), {})).toEqual([]);
    const refused = () => listFindings([], byCodeUnit, finding, around(room + 1), {});
    expect(refused).toThrow(Rejection);
    expect(refused).toThrow(
      expect.objectContaining({ details: [expect.stringContaining('send a shorter period')] }),
    );
  });

  test.each<[what: string, limits: ReportLimits, expected: string[]]>([
    ['complete', {}, ['a', 'b', 'c']],
    ['limited by number', { maxFindings: 2 }, ['a', 'b']],
    ['limited by bytes', { maxReplyBytes: sizesOf(['a', 'b'].map(finding), 3).bytes }, ['a', 'b']],
    ['without limits for a file', { isUnbounded: true }, ['a', 'b', 'c']],
  ])('a list %s has the order of the report, not of the making', (_, limits, expected) => {
    expect(listOf(['c', 'a', 'b'], limits)).toEqual(expected);
  });

  test('a report file lists everything', () => {
    const large = 'x'.repeat(REPLY_BYTES_MAX / 2);
    expect(countOf([large, large, large])).toBe(1);
    expect(countOf([large, large, large], { isUnbounded: true })).toBe(3);
  });

  test('completeness flags count in the size: `true` is one byte shorter than `false`', () => {
    const messages = ['a', 'b', 'c'];
    const whole = sizesOf(messages.map(finding), 3).bytes;
    expect(whole).toBe(sizesOf(messages.map(finding), 4).bytes - 2);
    expect(countOf(messages, { maxReplyBytes: whole })).toBe(3);
    expect(countOf(messages, { maxReplyBytes: whole - 1 })).toBe(2);
  });
});
