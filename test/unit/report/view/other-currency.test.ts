import { expect, test } from 'vitest';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { renderReport } from '../../../support/answer/render-report.ts';
import { makeTextFile, runFilesToReportSource } from '../../../support/pipeline/run-in-memory.ts';

const LOG = 'id,at,model,money\nr1,2026-10-02T10:00:00Z,m,7.20\n';
const BILL = 'id,at,model,cost\nr1,2026-10-02T10:00:00Z,m,0.50\n';
const PAYMENTS = 'id,at,amount\np1,2026-10-02T10:00:00Z,72\n';
const mapped = (rows: string, columns: object, constants: object) =>
  ({ mapping: { rows, columns, constants } }) as never;

/** The report of books whose log, bill and payments are in yuan, in dollars without a rate. */
const renderWithRates = async (rates: object = {}) => {
  const usage = { requestId: 'id', occurredAt: 'at', model: 'model' };
  const files = [
    makeTextFile(
      'logs',
      LOG,
      mapped('downstreamUsage', { ...usage, chargedAmount: 'money' }, { status: 'success', currency: 'CNY' }),
    ),
    makeTextFile(
      'upstreamCharges',
      BILL,
      mapped('upstreamCharges', { ...usage, costAmount: 'cost' }, { status: 'success', currency: 'CNY' }),
    ),
    makeTextFile(
      'payments',
      PAYMENTS,
      mapped(
        'payments',
        { transactionId: 'id', occurredAt: 'at', amount: 'amount' },
        { status: 'settled', currency: 'CNY' },
      ),
    ),
  ];
  const { source } = await runFilesToReportSource(files, rates);
  const page = buildPageReport(source);
  return { en: renderReport(page, 'en'), zh: renderReport(page, 'zh') };
};

test('sums that are unknown for their currency are named, and are not 0', async () => {
  const { en, zh } = await renderWithRates();
  expect(en).not.toMatch(/id="step-(?:revenue|cost|margin|paid|credited)"/);
  expect(en).toContain('Unknown (in another currency): revenue, cost, payments, net');
  expect(zh).toContain('未知（币种不同）：收入、成本、充值净额');
  // A line beside the answer says what to do.
  expect(en).toMatch(/Not counted yet: .*CNY of the log/);
});

test('with a rate, cost and payments are known', async () => {
  const { en } = await renderWithRates({ currency: 'USD', rates: { CNY: '0.14' } });
  expect(en).toContain('id="step-paid"');
  expect(en).toContain('Unknown (in another currency): revenue<');
});
