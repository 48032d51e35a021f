import { expect, test } from 'vitest';
import { reconcile } from '#shared/report/reconcile.ts';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import type { Finding } from '#shared/schemas/report.ts';
import examples from '../../golden/worked-examples.json' with { type: 'json' };

/** What a finding is about: the one of its names that the example speaks of, or the subject in its details. */
const mentions = (finding: Finding, subject: string): boolean =>
  [
    finding.requestId,
    finding.transactionId,
    finding.model,
    finding.channelId,
    finding.details?.subject,
  ].includes(subject);

test.each(examples)('$name: the engine finds what was derived by hand', (example) => {
  const report = reconcile(readBody(reconciliationInputSchema, example.input), '2026-11-21T00:00:00Z');
  const found = report.findings.map(({ severity, code, amount }) => ({
    severity,
    code,
    ...(amount !== undefined && { amount }),
  }));
  expect(found).toEqual(example.findings.map(({ subject: _, ...finding }) => finding));
  for (const [index, { subject }] of example.findings.entries())
    expect(mentions(report.findings[index] as Finding, subject), `${found[index]?.code} ${subject}`).toBe(
      true,
    );
  expect(report.completeness).toEqual(example.completeness);
  expect(report.summary).toMatchObject(example.summary);
  expect({ byModel: report.byModel, byChannel: report.byChannel }).toEqual({
    byModel: example.byModel,
    byChannel: example.byChannel,
  });
});
