import { expect, test } from 'vitest';
import { reconcile } from '#shared/engine/reconcile.ts';
import { reportJson } from '#shared/report-files/report-json.ts';
import { leakyBooks } from '../../support/engine/books.ts';

test.each([
  ['many', 20],
  ['one', 1],
  ['no', 0],
])('writes a report with %s findings as JSON.stringify does', async (_, count) => {
  const whole = reconcile(leakyBooks(40, 2), '2026-11-22T00:00:00Z');
  const report = { ...whole, findings: whole.findings.slice(0, count) };
  const findings = (async function* () {
    yield* report.findings;
  })();
  let text = '';
  for await (const piece of reportJson({ ...report, findings: [] }, findings)) text += piece;
  expect(text).toBe(`${JSON.stringify(report, null, 2)}\n`);
});
