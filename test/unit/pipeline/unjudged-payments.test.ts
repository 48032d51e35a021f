import { expect, test } from 'vitest';
import { generateFile } from '#shared/report/files/report-files.ts';
import { newApiRow, topUpRow } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, runFilesToReportSource } from '../../support/pipeline/run-in-memory.ts';

const DAY = 86_400;
const FIRST = Date.parse('2026-10-01T08:00:00Z') / 1000;
const CNY_RATE = { CNY: '0.14' };

/** A top-up on a day of October: 10 units of credit and 73 yuan times the number of the day. */
const topUp = (day: number, more: object = {}) =>
  topUpRow({
    id: day,
    user_id: day,
    trade_no: `order${day}`,
    payment_method: 'alipay',
    payment_provider: 'epay',
    amount: 10 * day,
    money: 73 * day,
    status: 'success',
    create_time: FIRST + (day - 1) * DAY,
    complete_time: FIRST + (day - 1) * DAY,
    ...more,
  });
/** Payments of days 2 and 3 in the provider's report. The top-ups of days 1 and 5 are missing there. */
const report = [2, 3].map((day) => ({
  transactionId: `order${day}`,
  occurredAt: new Date((FIRST + (day - 1) * DAY) * 1000).toISOString(),
  provider: 'epay',
  status: 'settled',
  amount: `${73 * day}`,
  currency: 'CNY',
}));
const FILES = [
  makeTextFile('logs', [newApiRow({ id: 1, created_at: FIRST, request_id: 'r1', quota: 1000 })], {
    name: 'log.json',
  }),
  makeTextFile(
    'payments',
    [1, 2, 3, 5].map((day) => topUp(day)),
    { name: 'topups.json' },
  ),
  makeTextFile('payments', report, { name: 'report.json' }),
];

test('top-ups that were not checked are listed with their money, in findings and with file and row in requests.csv', async () => {
  const { source } = await runFilesToReportSource(FILES, { paymentsCurrency: 'CNY', rates: CNY_RATE });
  const findings = [...source.findings()].filter(({ code }) => code === 'payment_not_judged');
  expect(findings.map(({ transactionId, amount }) => [transactionId, amount])).toEqual([
    ['order5', 50],
    ['order1', 10],
  ]);
  expect(source.head.summary.findings.byCode.payment_not_judged).toMatchObject({ count: 2, amount: '60' });
  const csv = [...(generateFile('requests.csv', source) ?? [])].join('').split('\n');
  for (const { id, transactionId } of findings) {
    const row = csv.find((line) => line.startsWith(`${id},`));
    expect(row).toMatch(new RegExp(`,payments,${transactionId},2026-10-0\\d.*,topups\\.json,\\d`));
  }
});
