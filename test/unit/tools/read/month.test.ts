import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runMonth } from '#tools/month/run-month.ts';
import { readMonthSettings } from '#tools/month/settings/settings.ts';
import { capturedBooks } from '../../../support/fixtures/captured-books.ts';
import type { Row } from '../../../support/fixtures/native-rows.ts';
import { type Books, type gatewayKinds, type Kind, StandIn } from '../../../support/gateways/stand-in.ts';
import { readGateway } from '../../../support/gateways/test-reading.ts';
import { TestFolder } from '../../../support/test-folder.ts';

/** The captured rows are of 21 November 2026; the second day of the window has none. */
const [FROM, TO, NOW] = ['2026-11-21', '2026-11-23', Date.parse('2026-11-23T12:00:00Z')];
const PERIOD = `${FROM}T00:00:00Z/${TO}T00:00:00Z`;

const { at, put } = new TestFolder();

/** A file as people save it by hand: the pages of the gateway's replies, up to the first that is not full. */
function savedByHand(name: string, rows: readonly Row[]): string {
  const pages = Array.from({ length: Math.floor(rows.length / 10) + 1 }, (_, n) => ({
    success: true,
    message: '',
    data: rows.slice(n * 10, n * 10 + 10),
  }));
  return put(`by-hand/${name}`, JSON.stringify(pages));
}

async function month(...args: string[]) {
  const settings = await readMonthSettings(args);
  if (settings === undefined) throw new Error('help was not asked for');
  const { report, meta, channelNames } = await runMonth(settings, '2026-11-23T12:00:00Z', () => () => {});
  return { report, meta, channelNames };
}

/** Reads books into a folder. @returns the settings of their month */
async function readHere(kind: Kind, books: Books): Promise<string> {
  const gateway = new StandIn(kind, books);
  const window = ['--from', FROM, '--to', TO, '--user-id', '1', '--out', at('export')];
  const args = ['--connector', gateway.connector, '--base-url', await gateway.start(), ...window];
  try {
    await readGateway(args, { now: NOW });
  } finally {
    await gateway.stop();
  }
  return at('export', 'month.json');
}

/** Rows as the gateway has them, with personal data and secrets. */
const withPrivate = (row: Row): Row => ({
  ...row,
  username: 'alice',
  ip: '203.0.113.9',
  content: 'a prompt',
});
const topUps = [
  {
    id: 1,
    user_id: 2,
    trade_no: 'top-1',
    money: 20,
    amount: 20,
    payment_method: 'stripe',
    status: 'success',
  },
  { id: 2, user_id: 3, trade_no: 'top-2', money: 5, amount: 5, payment_method: 'stripe', status: 'expired' },
].map((row) => ({ ...row, create_time: 1_795_300_000, complete_time: 1_795_300_060 }));

test.each(capturedBooks)(
  'a month of $name read from the API equals the month exported by hand',
  async ({ connector, quotaPerUnit, logs, upstreamCharges }) => {
    const kind = connector as keyof typeof gatewayKinds;
    const hasPayments = kind === 'new-api';
    const books = {
      // Oldest first, as the stand-in keeps them: rows of one second stay in the order of the capture.
      logs: logs.map(withPrivate).toReversed(),
      payments: hasPayments ? topUps : [],
      channels: [...new Set(logs.map((row) => Number(row.channel_id ?? row.channel)))].map((id) => ({
        id,
        name: `channel ${id}`,
        key: 'sk-nobody-may-see-this',
      })),
      quotaPerUnit,
    };
    const bill = savedByHand('bill.json', upstreamCharges);
    const byHand = await month(
      ...['--connector', connector, '--quota-per-unit', `${quotaPerUnit}`, '--period', PERIOD],
      ...['--logs', savedByHand('logs.json', books.logs.toReversed()), '--upstream', bill],
      ...['--channels', savedByHand('channels.json', books.channels)],
      ...(kind === 'one-api' ? [] : ['--payments', savedByHand('payments.json', books.payments)]),
    );

    const wasRead = await month('--settings', await readHere(kind, books), '--upstream', bill);

    expect(byHand.meta.rows.received).toBe(logs.length + upstreamCharges.length + books.payments.length);
    expect(byHand.meta.rows.downstreamUsage).toBeGreaterThan(10);
    expect(wasRead).toEqual(byHand);
  },
);

test('a month read from one-api by Laisky has its customers and channels, and each tool call once', async () => {
  const [main, spare] = ['main', 'spare'].map((name) => ({
    uuid: `channel-${name}`,
    name,
    models: 'm',
    status: 1,
  }));
  const row = (n: number, over: Row = {}) => ({
    ...{ uuid: `row-${n}`, user_uuid: `user-${n % 2}`, token_uuid: 'token', channel_uuid: main?.uuid },
    ...{ created_at: 1_795_300_000 + n, type: 2, request_id: `r${n}`, model_name: 'gpt-4o', quota: 500 },
    ...{ elapsed_time: 900, prompt_tokens: 10, completion_tokens: 1, cached_prompt_tokens: 0, ...over },
  });
  const tool = { type: 7, model_name: 'web_search', channel_uuid: spare?.uuid };
  const logs = [
    ...Array.from({ length: 120 }, (_, n) => row(n)),
    row(120, { ...tool, request_id: 'r1', user_uuid: 'user-1', quota: 100 }),
    row(121, { ...tool, quota: 250 }),
  ];
  const books = { logs, payments: [], channels: [main, spare] as Row[], quotaPerUnit: 500 };
  const { report, channelNames } = await month('--settings', await readHere('laisky', books));
  expect(report.summary.requests).toMatchObject({ total: 121 });
  expect(report.summary.revenue).toMatchObject({ net: '120.5' });
  expect(report.summary.byUser?.map(({ userId }) => userId).sort()).toEqual(['user-0', 'user-1']);
  expect(report.byChannel.map(({ channelId }) => channelId).sort()).toEqual([
    'channel-main',
    'channel-spare',
  ]);
  expect(channelNames).toMatchObject({ 'channel-main': 'main', 'channel-spare': 'spare' });
});

/** A new-api gateway whose customers pay by Stripe in dollars and by epay in yuan. */
const PAID = [
  { id: 1, trade_no: 'ref_1', money: 20, amount: 20, payment_provider: 'stripe', status: 'success' },
  { id: 2, trade_no: 'ref_2', money: 50, amount: 50, payment_provider: 'stripe', status: 'success' },
  { id: 3, trade_no: 'USR1', money: 73, amount: 10, payment_provider: 'epay', status: 'success' },
].map((row) => ({ ...row, user_id: 2, create_time: 1_795_300_000, complete_time: 1_795_300_060 }));

const PAYOUTS = `balance_transaction_id,created_utc,currency,gross,fee,reporting_category,charge_id,client_reference_id
txn_1,2026-11-21 23:00:00,usd,20.00,0.88,charge,ch_1,ref_1
txn_2,2026-11-21 23:00:00,usd,50.00,1.75,charge,ch_2,ref_2
txn_3,2026-11-22 08:00:00,usd,-50.00,0,refund,ch_2,ref_2
`;
const ORDERS = {
  code: 1,
  msg: 'succ',
  count: 1,
  data: [{ trade_no: '9', out_trade_no: 'USR1', type: 'alipay', endtime: '2026-11-22 07:00:00' }].map(
    (row) => ({
      ...row,
      money: '73.00',
      status: 1,
    }),
  ),
};

test('top-ups of the gateway and the report of the processor are merged by order number', async () => {
  const { logs = [], quotaPerUnit = 1 } =
    capturedBooks.find(({ connector }) => connector === 'new-api') ?? {};
  const books = { logs: logs.toReversed(), payments: PAID, channels: [], quotaPerUnit };
  const read = await readHere('new-api', books);
  const payouts = put('payouts.csv', PAYOUTS);
  const orders = put('orders.json', JSON.stringify(ORDERS));

  const alone = await month('--settings', read);
  expect(alone.report.summary.payments).toMatchObject({ gross: '70', credited: '80', refunds: '0' });
  // The operator's word on what epay's customers paid in; without a rate it stays beside the report.
  const named = await month('--settings', read, '--payments-currency', 'CNY');
  expect(named.report.summary.payments).toMatchObject({ gross: '70', credited: '80' });
  expect(named.report.summary.excluded).toMatchObject({ CNY: { payments: '73' } });
  expect(named.report.completeness.currency).toBe(false);
  expect(named.report.summary.inputFingerprint).not.toBe(alone.report.summary.inputFingerprint);
  const left = named.report.findings.find(({ code }) => code === 'currency_excluded');
  expect(left?.message).toContain('The credit of 10 USD for it is counted.');

  const joined = await month('--settings', read, '--payments', payouts);
  expect(joined.report.summary.payments).toMatchObject({ gross: '70', credited: '80', refunds: '50' });
  const codes = ({ report }: typeof joined) => report.findings.map(({ code }) => code);
  expect(codes(joined)).toContain('refund_credit_not_reversed');
  expect(codes(joined)).not.toContain('duplicate_payment');

  const settings = { ...JSON.parse(readFileSync(read, 'utf8')), rates: { CNY: '0.14' } };
  const rated = put('export/rated.json', JSON.stringify(settings));
  const all = await month('--settings', rated, '--payments', payouts, '--payments', orders);
  expect(all.report.summary.payments).toMatchObject({ gross: '80.22', credited: '80', refunds: '50' });
  expect(all.report.completeness.currency).toBe(true);
  expect(codes(all)).not.toContain('credit_without_payment');
});
