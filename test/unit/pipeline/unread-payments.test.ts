import { expect, test } from 'vitest';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

const STRIPE = 'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description';
const ALIPAY = '账务流水号,业务流水号,商户订单号,发生时间,收入金额（+元）,支出金额（-元）,业务类型';

const PAID = '0,100,A0,2026-10-02 17:00:40,73.00,0.00,在线支付';

test.each<[what: string, lines: string[], settings: object, amount: number | undefined]>([
  [
    'an adjustment that is not a chargeback',
    [
      STRIPE,
      'txn_0,charge,ch_1,20.00,0,20.00,usd,2026-10-03 09:00,2026-10-09 00:00,Top-up',
      'txn_1,adjustment,,-5.00,0,-5.00,usd,2026-10-03 09:00,2026-10-09 00:00,Something',
    ],
    {},
    5,
  ],
  ['a withdrawal', [ALIPAY, PAID, '1,101,A1,2026-10-02 17:00:40,0.00,-30.00,提现'], { currency: 'CNY' }, 30],
  [
    'a payment with income and expense has no amount',
    [ALIPAY, PAID, '1,101,A1,2026-10-02 17:00:40,10.00,-30.00,在线支付'],
    { currency: 'CNY' },
    undefined,
  ],
])('the amount of an unreadable payment row is reported: %s', async (_, lines, settings, amount) => {
  const { report, overview } = await runFiles(
    [makeTextFile('logs', []), makeTextFile('payments', `${lines.join('\n')}\n`)],
    { rejectedShareMax: 1, ...settings },
  );
  expect(overview.rejected).toHaveLength(1);
  expect(report.findings.find(({ code }) => code === 'unread_rows')?.amount).toBe(amount);
});
