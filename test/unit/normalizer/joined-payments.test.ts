import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { newApi } from '#shared/gateways/new-api.ts';
import { oneHub } from '#shared/gateways/one-hub.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { buildRowFilter } from '#shared/normalizer/intake/filter-row.ts';
import { withQuotaFromText } from '#shared/normalizer/intake/quota-in-text.ts';
import { joinPayments } from '#shared/normalizer/records/joined-payments.ts';
import { listNoteSentences } from '#shared/normalizer/row-outcomes.ts';
import { parseCases } from '../../support/engine/case-file.ts';
import { orderRow, type Row, topUpRow } from '../../support/fixtures/native-rows.ts';
import { openTestExport } from '../../support/normalizer/normalize-for-month.ts';

/** 2026-10-10T00:00:00Z. Hours of rows count from here. */
const START = 1_791_590_400;
const at = (hour: number): number => START + hour * 3600;
const time = (hour: number): string => new Date(at(hour) * 1000).toISOString();

let rows = 0;
const topUp = (trade_no: string, hour: number, over: Row = {}): Row => {
  const stripe = { payment_method: 'stripe', payment_provider: 'stripe' };
  const times = { create_time: at(hour) - 60, complete_time: at(hour) };
  return topUpRow({ id: ++rows, trade_no, ...stripe, ...times, ...over });
};
const order = (trade_no: string, hour: number, over: Row = {}): Row => {
  const bought = { amount: 10, order_amount: 80, order_currency: 'CNY', quota: 5_000_000 };
  return orderRow({
    id: ++rows,
    trade_no,
    gateway_id: 2,
    gateway_no: '',
    ...bought,
    created_at: at(hour),
    ...over,
  });
};
const payout = (orderId: string, hour: number, over: Row = {}): Row => ({
  balance_transaction_id: `txn_${++rows}`,
  created_utc: time(hour),
  currency: 'usd',
  gross: '10.00',
  fee: '0.59',
  reporting_category: 'charge',
  source_id: `ch_${orderId}`,
  charge_id: `ch_${orderId}`,
  client_reference_id: orderId,
  ...over,
});
const canonical = (transactionId: string, hour: number, over: Row = {}): Row => ({
  transactionId,
  occurredAt: time(hour),
  status: 'settled',
  amount: '80',
  currency: 'CNY',
  provider: 'epay',
  ...over,
});

function joined(payments: Row[], { connector = 'new-api', logs = [] as Row[], paymentsCurrency = '' } = {}) {
  const keep = buildRowFilter('logs', connector === 'new-api' ? newApi : oneHub, connectors);
  const { whole, context, account } = openTestExport({ connector, logs: logs.map(keep), payments });
  const settings = { ...context, paymentsCurrency: paymentsCurrency || undefined };
  const { records, contexts, unjoined } = joinPayments(whole.payments, whole.logs, settings, account);
  const notes = listNoteSentences(account.summary());
  return { records: records.map(({ record }) => record), contexts, unjoined, notes };
}

/** Rows by the first word of a line. Further words are the order, the hour, and fields. */
const ROWS: Readonly<Record<string, (id: string, hour: number, over: Row) => Row>> = {
  ...{ topup: topUp, order, payout, mapped: canonical },
  epay: (id, hour, over) => ({
    out_trade_no: id,
    trade_no: '9',
    money: '80',
    endtime: time(hour),
    status: 1,
    ...over,
  }),
  wechat: (id, _, over) => ({
    ...{ 交易时间: '2026-10-10 09:00:00', 微信订单号: '42001', 商户订单号: id, 交易状态: 'SUCCESS' },
    ...{ 订单金额: '80.00', ...over },
  }),
  alipay: (id, _, over) => ({
    ...{ 支付宝交易号: '2026001', 商户订单号: id, 业务类型: '交易', 完成时间: '2026-10-10 09:00:00' },
    ...{ '订单金额（元）': '80.00', ...over },
  }),
  balance: (id, hour, over) => ({
    ...{
      object: 'balance_transaction',
      amount: 1000,
      net: 941,
      fee: 59,
      currency: 'usd',
      source: `ch_${id}`,
    },
    ...{ available_on: at(40), created: at(hour), reporting_category: 'charge', ...over },
  }),
};
const FRAME = ['first 1', 'last 9'].flatMap((words) => [`topup ${words}`, `payout ${words}`]);

function rowIn(line: string): Row[] {
  const [kind = '', id = '', hour, ...fields] = line.split(' ');
  const over = fields.map((field) => {
    const [name = '', value = ''] = field.split('=');
    if (value === '-') return [name, undefined];
    // Rows of gateways have numbers; rows of payment processors have text.
    const isNumber = /^(?:topup|order|balance)$/.test(kind) && /^-?\d+(?:\.\d+)?$/.test(value);
    return [name, isNumber ? Number(value) : value];
  });
  const row = ROWS[kind]?.(id, Number(hour), Object.fromEntries(over));
  return row ? [row] : [];
}

const words = (line: string): [string, string | true][] =>
  line
    .split(' ')
    .map((word) => word.split('='))
    .map(([name = '', value]) => [name, value ?? true]);

test.each(parseCases(readFileSync(new URL('joined-payments.txt', import.meta.url), 'utf8')))(
  '$name',
  ({ ledger, finds }) => {
    const settings = new Map(ledger.map((line) => line.split(' ') as [string, string]));
    const {
      records,
      contexts: facts,
      unjoined,
      notes,
    } = joined(ledger.flatMap((line) => (line === 'frame' ? FRAME : line)).flatMap(rowIn), {
      connector: settings.get('gateway') ?? 'new-api',
      paymentsCurrency: settings.get('paymentsCurrency') ?? '',
    });
    const compared = finds.filter((find) => find.includes('=') && !find.startsWith('facts '));
    for (const id of new Set(compared.map((find) => find.split(' ')[0])))
      expect(records.filter(({ transactionId }) => transactionId === id).length).toBe(
        compared.filter((find) => find.startsWith(`${id} `)).length,
      );
    for (const find of finds) {
      const [first = '', ...rest] = find.split(' ');
      if (first === 'note') expect(notes.join('\n')).toContain(rest.join(' '));
      else if (first === 'unjoined') {
        expect(`unjoined ${unjoined.orders.size} orders, ${unjoined.payments} payments`).toBe(find);
        const values = [...facts.values()];
        expect(values.filter(({ isUnpaid }) => isUnpaid)).toHaveLength(unjoined.orders.size);
        expect(values.filter(({ lacks }) => lacks)).toEqual([]);
      } else if (first === 'facts')
        expect(facts.get(rest[0] ?? '')).toEqual(
          rest.length > 1 ? Object.fromEntries(words(rest.slice(1).join(' '))) : undefined,
        );
      else if (rest[0] === 'payments') expect(`${records.length} payments`).toBe(find);
      else {
        const names = words(rest.join(' ')).map(([name]) => name as keyof (typeof records)[number]);
        const written = records
          .filter(({ transactionId }) => transactionId === first)
          .map((record) => [first, ...names.map((name) => `${name}=${record[name] ?? '-'}`)].join(' '));
        expect(written).toContain(find);
      }
    }
  },
);

describe('credit taken back by hand', () => {
  const hub = (logs: Row[]) =>
    joined([order('a', 1), canonical('a', 1, { refundAmount: '40' })], {
      connector: 'one-hub',
      logs,
    }).contexts.get('a');
  const reduction = (over: Row = {}): Row => ({
    id: ++rows,
    user_id: 4,
    type: 3,
    quota: -2_500_000,
    created_at: at(2),
    content: '',
    ...over,
  });

  it.each<[string, Row[], boolean]>([
    ['one-hub: is recognized by a row of the customer', [reduction()], true],
    ['one-hub: not by a row of another customer', [reduction({ user_id: 5 })], false],
    ['one-hub: not by a row of another amount', [reduction({ quota: -2_000_000 })], false],
    ['one-hub: not by a row before the refund', [reduction({ created_at: at(0) })], false],
    ['one-hub: not by a gift', [reduction({ quota: 2_500_000 })], false],
  ])('%s', (_, logs, isCreditRevoked) =>
    expect(hub(logs)).toEqual({ bought: '10', ...(isCreditRevoked && { isCreditRevoked: true }) }),
  );

  it('is not part of a payment of 0', () =>
    expect(
      joined([order('a', 1), canonical('a', 1, { amount: '0', refundAmount: '40' })], {
        connector: 'one-hub',
        logs: [reduction()],
      }).contexts.get('a'),
    ).toEqual({ bought: '0' }));

  const rowWithText = (content: string, other: object = {}, over: Row = {}): Row =>
    withQuotaFromText(
      { ...reduction({ quota: 0, created_at: at(3) }), content, other: JSON.stringify(other), ...over },
      newApi,
      500_000,
    );
  const adminAction = (action: string, params: object): [string, object, Row] => [
    'Changed a balance',
    { op: { action: `user.quota_${action}`, params: { ...params, target_user_id: 4 } } },
    { user_id: 1, request_id: 'random' },
  ];
  it.each<[string, [string, object?, Row?], boolean]>([
    ['an administrator subtracts', adminAction('subtract', { quota: '＄10.000000 额度' }), true],
    ['a balance is set', adminAction('override', { from: '＄12.500000 额度', to: '＄2.500000 额度' }), true],
    ['the text states the amount', ['管理员减少用户额度 ＄10.000000 额度'], true],
    ['the text states quota units', ['管理员减少用户额度 5000000 点额度'], true],
    ['the text states both balances', ['管理员覆盖用户额度从 ＄12.000000 额度 为 ＄2.000000 额度'], true],
    [
      'the text of an older version states both balances',
      ['管理员将用户额度从 ＄10.000000 额度修改为 ＄0.000000 额度'],
      true,
    ],
    ['an administrator adds (no)', adminAction('add', { quota: '＄10.000000 额度' }), false],
    [
      'the text states a higher balance (no)',
      ['管理员将用户额度从 ＄0.000000 额度修改为 ＄10.000000 额度'],
      false,
    ],
    ['a text in another currency is ignored', ['管理员减少用户额度 ¥10.000000 额度'], false],
    [
      'a row of another customer is ignored',
      ['管理员减少用户额度 ＄10.000000 额度', {}, { user_id: 5 }],
      false,
    ],
  ])('new-api: %s', (_, [content, other, over], isCreditRevoked) => {
    const refund = payout('a', 2, { reporting_category: 'refund', gross: '-10.00', fee: '0' });
    const logs = [rowWithText(content, other, over)];
    const fact = joined([topUp('a', 1), payout('a', 1), refund], { logs }).contexts.get('a');
    expect(fact).toEqual(isCreditRevoked ? { isCreditRevoked: true } : undefined);
  });

  it('one-hub: a change from one balance to another', () => {
    const content = '管理员将用户额度从 ＄5.000000 额度修改为 ＄0.000000 额度';
    const row = reduction({ quota: 0, metadata: null, content });
    expect(hub([withQuotaFromText(row, oneHub, 500_000)])).toEqual({ bought: '10', isCreditRevoked: true });
  });
});
