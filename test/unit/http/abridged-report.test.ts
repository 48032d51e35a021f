import { expect, test } from 'vitest';
import { example } from '#functions/example/example.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import { abridgedReport } from '#shared/http/abridged-report.ts';

const report = reconcile(example, '2026-03-11T00:00:00.000Z');
const { total } = report.summary.findings;
const bytesOf = (reply: unknown) => Buffer.byteLength(JSON.stringify(reply));

test('without options the report is the report', () => {
  expect(abridgedReport(report, {})).toEqual({ data: report });
});

test('a limit that everything keeps changes nothing', () => {
  const options = { maxFindings: total, maxReplyBytes: bytesOf({ data: report }) };
  expect(abridgedReport(report, options)).toEqual({ data: report });
});

test('each limit of bytes is kept, and used up', () => {
  const whole = bytesOf({ data: report });
  const least = bytesOf(abridgedReport(report, { maxFindings: 0 }));
  for (let maxReplyBytes = whole; maxReplyBytes >= least; maxReplyBytes -= 37) {
    const reply = abridgedReport(report, { maxReplyBytes });
    const { findings, summary, completeness, byModel } = reply.data;
    expect(bytesOf(reply)).toBeLessThanOrEqual(maxReplyBytes);
    if (findings.length < total)
      expect(bytesOf(abridgedReport(report, { maxFindings: findings.length + 1 }))).toBeGreaterThan(
        maxReplyBytes,
      );
    expect(findings).toEqual(report.findings.slice(0, findings.length));
    expect(summary).toEqual({
      ...report.summary,
      findings: { ...report.summary.findings, listed: findings.length },
    });
    expect(completeness.findings).toBe(findings.length === total);
    expect(byModel).toEqual(report.byModel);
  }
});

test('a limit that nothing keeps leaves no finding', () => {
  expect(abridgedReport(report, { maxReplyBytes: 1 }).data.findings).toEqual([]);
});

test('a list that the engine cut stays cut', () => {
  const cut = abridgedReport(report, { maxFindings: 3 }).data;
  expect(abridgedReport(cut, { maxFindings: 9 })).toEqual({ data: cut });
  expect(abridgedReport(cut, { maxFindings: 2 }).data.summary.findings).toMatchObject({ total, listed: 2 });
});

test('a summary of books without findings is whole', () => {
  const clean = reconcile(
    { downstreamUsage: [], upstreamCharges: [], payments: [] },
    '2026-03-11T00:00:00.000Z',
  );
  expect(abridgedReport(clean, { summaryOnly: true }).data.completeness).toEqual(clean.completeness);
});
