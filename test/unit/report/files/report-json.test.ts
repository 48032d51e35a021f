import { expect, test } from 'vitest';
import { generateJson } from '#shared/report/files/report-json.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { leakyBooks } from '../../../support/engine/books.ts';

test.each([
  ['many', 20],
  ['one', 1],
  ['no', 0],
])('a report with %s findings is written as by JSON.stringify', (_, count) => {
  const whole = reconcile(leakyBooks(40, 2), '2026-11-22T00:00:00Z');
  const report = { ...whole, findings: whole.findings.slice(0, count) };
  const pieces = generateJson({ ...report, findings: [] }, report.findings);
  expect([...pieces].join('')).toBe(`${JSON.stringify(report, null, 2)}\n`);
});
