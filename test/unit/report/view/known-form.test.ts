import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { acknowledgeForm } from '#shared/report/view/causes/acknowledged.ts';
import { buildViewData, toStaticView } from '#shared/report/view/report.ts';
import type { Cause } from '#shared/schemas/report.ts';
import { makeTextFile, runFilesToReportSource } from '../../../support/pipeline/run-in-memory.ts';

/** The form for a chargeback of 3 October, in books without a request. */
const renderForm = async (settings: object) => {
  const payments = [
    {
      ...{ transactionId: 'p1', occurredAt: '2026-10-03T10:00:00Z', userId: '7', provider: 'shop' },
      ...{ status: 'chargeback', amount: '20', creditedAmount: '20', currency: 'USD' },
    },
  ];
  const ledgers = { downstreamUsage: [], payments };
  const { source } = await runFilesToReportSource([makeTextFile('logs', ledgers)], settings);
  const view = toStaticView(buildViewData(buildPageReport(source), 'en'));
  const act = { acknowledge: () => {} };
  return renderToString(acknowledgeForm(view.report.summary.causes[0] as Cause, { ...view, act } as never));
};

test('a rule for a known cause begins with the last day of the period, also without requests', async () => {
  expect(await renderForm({})).toContain('value="2026-10-03"');
  const period = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  expect(await renderForm({ period })).toContain('value="2026-10-31"');
  const inChina = { start: '2026-09-30T16:00:00Z', end: '2026-10-31T16:00:00Z' };
  expect(await renderForm({ period: inChina, timeZone: 'Asia/Shanghai' })).toContain('value="2026-10-31"');
});
