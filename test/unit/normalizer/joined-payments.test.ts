import { describe, expect, it, test } from 'vitest';
import { newApi } from '#shared/gateways/new-api.ts';
import { oneHub } from '#shared/gateways/one-hub.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { buildRowFilter } from '#shared/normalizer/intake/filter-row.ts';
import { withQuotaFromText } from '#shared/normalizer/intake/quota-in-text.ts';
import { joinPayments } from '#shared/normalizer/records/joined-payments.ts';
import { listNoteSentences } from '#shared/normalizer/rejections-and-notes.ts';
import { orderRow, type Row, topUpRow } from '../../support/fixtures/native-rows.ts';
import { opened } from '../../support/normalizer/for-month.ts';

/** 2026-10-10T00:00:00Z; hours count from there. */
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
  const { whole, context, account } = opened({ connector, logs: logs.map(keep), payments });
  const settings = { ...context, paymentsCurrency: paymentsCurrency || undefined };
  const { records, facts, unjoined } = joinPayments(whole.payments, whole.logs, settings, account);
  const notes = listNoteSentences(account.summary());
  return { records: records.map(({ record }) => record), facts, unjoined, notes };
}
const recordOf = ({ records }: ReturnType<typeof joined>, id: string) =>
  records.filter(({ transactionId }) => transactionId === id);

describe('a joined payment', () => {
  it('has the money of the processor, and the credit and customer of the gateway', () => {
    const both = joined([topUp('a', 1), payout('a', 1, { gross: '12.00' })]);
    expect(both.records).toEqual([
      {
        transactionId: 'a',
        occurredAt: time(1),
        userId: '4',
        provider: 'stripe',
        status: 'settled',
        amount: '12',
        feeAmount: '0.59',
        currency: 'USD',
        creditedAmount: '10',
      },
    ]);
    expect(both.notes).toContainEqual(expect.stringMatching(/by their order number: 1\./));
  });

  it('has the refunds of the processor, whose rows name the charge alone', () => {
    const refund = payout('a', 5, { reporting_category: 'refund', gross: '-4.00', fee: '0' });
    const both = joined([topUp('a', 1), payout('a', 1), { ...refund, client_reference_id: '' }]);
    expect(both.records).toMatchObject([{ transactionId: 'a', amount: '10', refundAmount: '4' }]);
  });

  it('is not credited where the gateway still waits for it', () => {
    const both = joined([topUp('a', 1, { status: 'pending', complete_time: 0 }), payout('a', 1)]);
    expect(both.records).toMatchObject([{ status: 'settled', creditedAmount: '0' }]);
  });

  it('is credited by all rows of its order, each in its last state', () => {
    const first = topUp('a', 1);
    const earlier = { ...first, status: 'pending', complete_time: 0 };
    expect(joined([first, earlier, payout('a', 1)]).records).toMatchObject([{ creditedAmount: '10' }]);
    expect(joined([first, topUp('a', 2), payout('a', 1)]).records).toMatchObject([{ creditedAmount: '20' }]);
    expect(joined([first, topUp('a', 2)]).records).toMatchObject([{ amount: 10, creditedAmount: '20' }]);
  });

  it('was paid once where one order was charged twice', () =>
    expect(
      joined([topUp('a', 1), payout('a', 1), payout('a', 2, { charge_id: 'ch_2' })]).records,
    ).toMatchObject([{ amount: '20', feeAmount: '1.18', creditedAmount: '10' }]));

  const epay = (over: Row = {}) => ({
    out_trade_no: 'a',
    trade_no: '9',
    money: '80',
    endtime: time(1),
    status: 1,
    ...over,
  });

  it.each<[string, Row, number]>([
    ['as far as both say it', { provider: undefined, feeAmount: '0.48' }, 1],
    ['at another time', { occurredAt: time(2) }, 2],
    ['of another amount', { amount: '81' }, 2],
    ['of another fee', { feeAmount: '0.5' }, 2],
    ['of another processor', { provider: 'alipay' }, 2],
    ['in another currency', { currency: 'USD' }, 2],
    ['that is pending', { status: 'pending' }, 2],
  ])('is said once by a report and by a mapping of it: %s', (_, over, count) => {
    for (const top of [[topUp('a', 1)], []])
      expect(joined([...top, epay({ fee: '0.48' }), canonical('a', 1, over)]).records).toHaveLength(count);
  });

  it('was credited once where the reports of two processors name its order', () => {
    const paid = [payout('a', 1), payout('a', 5, { reporting_category: 'refund', gross: '-4.00', fee: '0' })];
    const { records } = joined([
      topUp('a', 1),
      epay({ type: 'alipay', name: 'TUC', addtime: time(1) }),
      ...paid,
    ]);
    expect(records).toMatchObject([
      { provider: 'stripe', refundAmount: '4', creditedAmount: '10' },
      { amount: '80' },
    ]);
    expect(records[1]).not.toHaveProperty('creditedAmount');
  });

  const wechat = (over: Row = {}): Row => ({
    交易时间: '2026-10-10 09:00:00',
    微信订单号: '42001',
    商户订单号: 'a',
    交易状态: 'SUCCESS',
    订单金额: '80.00',
    ...over,
  });
  const alipay = (over: Row = {}): Row => ({
    支付宝交易号: '2026001',
    商户订单号: 'a',
    业务类型: '交易',
    完成时间: '2026-10-10 09:00:00',
    '订单金额（元）': '80.00',
    ...over,
  });
  const ofStripe = payout('a', 1);

  it.each<[string, Row[], Row]>([
    ['epay, without its fee', [epay({ fee: '0.48' }), epay({ name: 'x' })], { feeAmount: '0.48' }],
    [
      'epay, and its refund later',
      [epay(), epay({ refund: '8' }), epay({ refund: '9' })],
      { refundAmount: '9' },
    ],
    ['epay, and its refund before', [epay({ refund: '9' }), epay({ refund: '8' })], { refundAmount: '9' }],
    [
      'WeChat Pay, as text',
      [wechat(), wechat({ 微信订单号: '`42001', 手续费: '0.48' })],
      { feeAmount: '0.48' },
    ],
    ['Alipay', [alipay({ '服务费（元）': '0.48' }), alipay()], { feeAmount: '0.48' }],
    [
      'Alipay, a refund of each',
      [alipay(), ...['1', '2', '2'].map((id, n) => alipay({ 业务类型: '退款', '退款批次号/请求号': id, n }))],
      { refundAmount: '160' },
    ],
    ['Stripe, without its order', [{ ...ofStripe, client_reference_id: '' }, ofStripe], { amount: '10' }],
  ])('is one in all reports of its processor: %s', (_, reported, record) =>
    expect(joined([topUp('a', 1), ...reported]).records).toMatchObject([record]),
  );

  it('is another where a spreadsheet has shortened its number', () =>
    expect(
      joined(['a', 'b'].map((id) => wechat({ 商户订单号: id, 微信订单号: '4.2E+27' }))).records,
    ).toHaveLength(2));

  it('is one movement in two kinds of reports that name it', () => {
    const paid = payout('a', 1);
    const { balance_transaction_id: id } = paid;
    const balance = { id, object: 'balance_transaction', amount: 1000, net: 941, fee: 59, currency: 'usd' };
    const more = { available_on: at(40), created: at(1), reporting_category: 'charge', source: 'ch_a' };
    expect(joined([topUp('a', 1), paid, { ...balance, ...more }]).records).toMatchObject([
      { amount: '10', feeAmount: '0.59' },
    ]);
    const { description: _, ...less } = { ...paid, description: '' };
    expect(joined([topUp('a', 1), { ...less, description: 'x' }, less]).records).toMatchObject([
      { amount: '10' },
    ]);
    // Another amount under the same name is another movement.
    const dearer = { ...balance, ...more, amount: 1100 };
    expect(joined([topUp('a', 1), paid, dearer]).records).toHaveLength(2);
  });

  it('may be found by the number that the gateway has from the processor', () => {
    const both = joined([order('t', 1, { gateway_no: 'g1' }), canonical('g1', 1)], { connector: 'one-hub' });
    expect(both.records).toMatchObject([{ transactionId: 't', amount: '80', creditedAmount: '10' }]);
  });

  it.each<[string, Row]>([
    ['a metadata column', { client_reference_id: undefined, 'payment_metadata[trade_no]': 'a' }],
    ['another one', { client_reference_id: '', 'payment_metadata[order_id]': 'a' }],
  ])('may be found by %s of Stripe', (_, over) =>
    expect(joined([topUp('a', 1), payout('a', 1, over)]).records).toMatchObject([{ transactionId: 'a' }]),
  );
});

describe('a side without its other', () => {
  const frame = [topUp('first', 1), payout('first', 1), topUp('last', 9), payout('last', 9)];

  test.each<[string, number, object | undefined]>([
    ['between the first and the last that were joined', 5, { isUnpaid: true, lacks: 'payment' }],
    ['at the last of them', 9, { isUnpaid: true, lacks: 'payment' }],
    ['after it: its credit alone is known', 9.1, { isUnpaid: true, isOutsideReports: true }],
    ['before the first', 0.9, { isUnpaid: true, isOutsideReports: true }],
  ])('a credit %s', (_, hour, fact) => {
    const books = joined([...frame, topUp('x', hour)]);
    expect(books.facts.get('x')).toEqual(fact);
    expect(recordOf(books, 'x')).toMatchObject([{ status: 'settled', creditedAmount: '10' }]);
  });

  test.each<[string, number, object | undefined]>([
    ['between them', 5, { lacks: 'credit' }],
    ['after them', 9.1, { isOutsideReports: true }],
  ])('a payment %s', (_, hour, fact) => {
    const books = joined([...frame, payout('x', hour)]);
    expect(books.facts.get('x')).toEqual(fact);
    expect(recordOf(books, 'x')[0]).not.toHaveProperty('creditedAmount');
  });

  it('is judged for one processor at a time', () => {
    const epay = { payment_provider: 'epay', payment_method: 'alipay', money: 80 };
    expect(joined([...frame, topUp('x', 5, epay)]).facts.get('x')).toEqual({ bought: '10', isUnnamed: true });
    const alipay = [topUp('e', 4, epay), canonical('e', 4), topUp('f', 6, epay), canonical('f', 6)];
    expect(joined([...frame, ...alipay, topUp('x', 5, epay)]).facts.get('x')).toEqual({
      bought: '10',
      isUnnamed: true,
      isUnpaid: true,
      lacks: 'payment',
    });
  });

  it('of one-hub, whose orders name no processor, is judged by the ways of those that joined', () => {
    const wechat = [order('a', 1), canonical('a', 1), order('b', 9), canonical('b', 9)];
    const books = joined([...wechat, order('x', 5), order('y', 5, { gateway_id: 3 })], {
      connector: 'one-hub',
    });
    expect(books.facts.get('x')).toMatchObject({ lacks: 'payment' });
    expect(books.facts.get('y')).toEqual({ bought: '10', isCreditKnown: true });
  });

  it('counts its credit alone where the report names no orders, which is said with the column that would', () => {
    const books = joined([topUp('a', 1), payout('', 1), topUp('b', 9), payout('', 9, { charge_id: 'ch_b' })]);
    expect([...books.facts]).toEqual(['a', 'b'].map((id) => [id, { isUnpaid: true }]));
    expect(books.notes).toContainEqual(
      expect.stringMatching(/^Payments in .* without an order number.*: 2\. .*client_reference_id/),
    );
  });

  it.each<[string, Row[], [orders: number, payments: number]]>([
    ['without a common number', [topUp('a', 1), payout('x', 1), payout('y', 9)], [1, 2]],
    ['hours apart', [topUp('a', 1), payout('x', 20)], [1, 1]],
    ['by a mapping, whatever its case', [topUp('a', 1), canonical('x', 1, { provider: 'Stripe' })], [1, 1]],
    [
      'that the gateway knows by its way to pay',
      [
        topUp('a', 1, { payment_provider: 'epay', payment_method: 'alipay' }),
        canonical('x', 1, { provider: 'alipay' }),
      ],
      [1, 1],
    ],
    ['with a common number', [topUp('a', 1), payout('a', 1), payout('x', 2)], [0, 0]],
    ['of other times', [topUp('a', 1), payout('x', 99)], [0, 0]],
    ['of another processor', [topUp('a', 1), canonical('x', 1)], [0, 0]],
    [
      'that hold the credit, too',
      [topUp('a', 1), canonical('x', 1, { provider: 'stripe', creditedAmount: '10' })],
      [0, 0],
    ],
    ['that were never paid', [topUp('a', 1, { status: 'pending' }), payout('x', 1)], [0, 0]],
  ])('is the money of a list %s', (_, rows, [orders, payments]) => {
    const { unjoined, facts } = joined(rows);
    expect([unjoined.orders.size, unjoined.payments]).toEqual([orders, payments]);
    expect([...facts.values()].filter(({ isUnpaid }) => isUnpaid)).toHaveLength(orders);
    expect([...facts.values()].filter(({ lacks }) => lacks)).toEqual([]);
  });

  it.each<[string, Row[], Row, Row]>([
    [
      'a part of it',
      [],
      { reporting_category: 'refund', gross: '-4.00' },
      { amount: '4', creditedAmount: '4' },
    ],
    ['all of it', [], { reporting_category: 'dispute', gross: '-10.00' }, { creditedAmount: '10' }],
    ['more than it asked for', [], { reporting_category: 'refund', gross: '-12' }, { creditedAmount: '10' }],
    [
      'other money',
      [],
      { reporting_category: 'refund', gross: '-400', currency: 'jpy' },
      { creditedAmount: '10' },
    ],
    ['a lost dispute', [], { reporting_category: 'dispute_reversal' }, { amount: '0', creditedAmount: '0' }],
    [
      'a second charge',
      [payout('a', 1)],
      { reporting_category: 'refund', gross: '-4', charge_id: 'b' },
      { creditedAmount: '10' },
    ],
  ])('has the credit of what came back, where its charge lies elsewhere: %s', (_, charges, over, record) =>
    expect(
      joined([...frame, topUp('a', -90), ...charges, payout('a', 5, over)]).records.filter(
        ({ transactionId }) => transactionId === 'a',
      ),
    ).toMatchObject([record]),
  );

  it('is not missed where only what came back is known', () =>
    expect(
      joined([...frame, payout('x', 5, { reporting_category: 'refund', gross: '-4.00' })]).facts.size,
    ).toBe(0));

  it('is no matter where only one side was given', () => {
    expect(joined([topUp('a', 1)]).facts.size).toBe(0);
    expect(joined([payout('a', 1), payout('b', 9), payout('x', 5)]).facts.size).toBe(0);
  });

  it('may be a checkout that nobody finished', () => {
    const books = joined([...frame, topUp('x', 5, { status: 'expired', complete_time: 0 })]);
    expect(books.facts.has('x')).toBe(false);
    expect(recordOf(books, 'x')).toMatchObject([{ status: 'failed' }]);
  });
});

describe('what an order buys', () => {
  it('follows its price where that is in other money, and the share of it that was paid', () => {
    const half = joined([order('a', 1), canonical('a', 1, { amount: '40' })], { connector: 'one-hub' });
    expect(half.facts.get('a')).toEqual({ bought: '5' });
  });
  it('is less by a fee of the gateway’s own', () => {
    const inDollars = { order_amount: 103, order_currency: 'USD', quota: 50_000_000, amount: 100, fee: 3 };
    const paid = payout('a', 1, { gross: '51.50' });
    expect(joined([order('a', 1, inDollars), paid], { connector: 'one-hub' }).facts.get('a')).toEqual({
      bought: '50',
    });
  });
  it('is its own credit where it was settled in other money than it asks for', () => {
    const inYen = { currency: 'jpy', gross: '1500' };
    expect(joined([topUp('a', 1), payout('a', 1, inYen)]).facts.get('a')).toEqual({
      bought: '10',
      atRate: '10',
      isCreditKnown: true,
    });
    expect(joined([topUp('a', 1), topUp('a', 2), payout('a', 1, inYen)])).toMatchObject({
      records: [{ creditedAmount: '20' }],
      facts: new Map([['a', { bought: '10', atRate: '10', isCreditKnown: true }]]),
    });
    const unpaid = topUp('a', 1, { status: 'pending', complete_time: 0 });
    expect(joined([unpaid, payout('a', 1, inYen)]).facts.has('a')).toBe(false);
  });
  it.each<[string, string, Row]>([
    ['a bonus', 'new-api', topUp('a', 1, { bonus_amount: 2, payment_currency: 'BRL', money: 55 })],
    ['a discount', 'one-hub', order('a', 1, { amount: 12, order_amount: 80, discount: 16 })],
  ])('is at a rate without %s', (_, connector, row) =>
    expect(joined([row, payout('a', 1)], { connector }).facts.get('a')).toEqual({
      bought: '12',
      atRate: '10',
    }),
  );
  it('is more by a discount or a bonus', () => {
    const orders = [order('a', 1, { order_amount: 9, order_currency: 'USD', discount: 1 })];
    expect(joined(orders, { connector: 'one-hub' }).facts.get('a')).toEqual({ bought: '10' });
    const bonus = joined([topUp('b', 1, { bonus_amount: 3 })]);
    expect(bonus.facts.get('b')).toEqual({ bought: '13' });
    expect(bonus.records).toMatchObject([{ amount: 10, creditedAmount: '13' }]);
  });
  it('of a row without currency is known in the wallets’ unit', () => {
    const epay = topUp('a', 1, { payment_provider: 'epay', money: 80 });
    expect(joined([epay]).records).toMatchObject([{ currency: 'XXX', creditedAmount: '10' }]);
    expect(joined([epay], { paymentsCurrency: 'CNY' }).records).toMatchObject([
      { currency: 'CNY', amount: 80, creditedAmount: '10' },
    ]);
    expect(joined([epay], { paymentsCurrency: 'CNY' }).facts.get('a')).toMatchObject({ isCreditKnown: true });
    expect(joined([epay], { paymentsCurrency: 'USD' }).facts.get('a')).toEqual({ bought: '10' });
  });
});

describe('a credit that was taken back by hand', () => {
  const hub = (logs: Row[]) =>
    joined([order('a', 1), canonical('a', 1, { refundAmount: '40' })], {
      connector: 'one-hub',
      logs,
    }).facts.get('a');
  const lowered = (over: Row = {}): Row => ({
    id: ++rows,
    user_id: 4,
    type: 3,
    quota: -2_500_000,
    created_at: at(2),
    content: '',
    ...over,
  });

  it.each<[string, Row[], boolean]>([
    ['one-hub: a row of the customer', [lowered()], true],
    ['another customer', [lowered({ user_id: 5 })], false],
    ['another amount', [lowered({ quota: -2_000_000 })], false],
    ['before the refund', [lowered({ created_at: at(0) })], false],
    ['a gift', [lowered({ quota: 2_500_000 })], false],
  ])('%s', (_, logs, isCreditRevoked) =>
    expect(hub(logs)).toEqual({ bought: '10', ...(isCreditRevoked && { isCreditRevoked: true }) }),
  );

  it('is no part of a payment of nothing', () =>
    expect(
      joined([order('a', 1), canonical('a', 1, { amount: '0', refundAmount: '40' })], {
        connector: 'one-hub',
        logs: [lowered()],
      }).facts.get('a'),
    ).toEqual({ bought: '0' }));

  const inWords = (content: string, other: object = {}, over: Row = {}): Row =>
    withQuotaFromText(
      { ...lowered({ quota: 0, created_at: at(3) }), content, other: JSON.stringify(other), ...over },
      newApi,
      500_000,
    );
  const did = (action: string, params: object): [string, object, Row] => [
    'Changed a balance',
    { op: { action: `user.quota_${action}`, params: { ...params, target_user_id: 4 } } },
    { user_id: 1, request_id: 'random' },
  ];
  it.each<[string, [string, object?, Row?], boolean]>([
    ['by an action of an administrator', did('subtract', { quota: '＄10.000000 额度' }), true],
    ['by setting a balance', did('override', { from: '＄12.500000 额度', to: '＄2.500000 额度' }), true],
    ['in words', ['管理员减少用户额度 ＄10.000000 额度'], true],
    ['in words, in quota units', ['管理员减少用户额度 5000000 点额度'], true],
    ['in words, from one to another', ['管理员覆盖用户额度从 ＄12.000000 额度 为 ＄2.000000 额度'], true],
    ['in older words', ['管理员将用户额度从 ＄10.000000 额度修改为 ＄0.000000 额度'], true],
    ['nothing, but given', did('add', { quota: '＄10.000000 额度' }), false],
    ['nothing, but raised', ['管理员将用户额度从 ＄0.000000 额度修改为 ＄10.000000 额度'], false],
    ['in another currency, whose rate no row names', ['管理员减少用户额度 ¥10.000000 额度'], false],
    ['from another customer', ['管理员减少用户额度 ＄10.000000 额度', {}, { user_id: 5 }], false],
  ])('new-api: %s', (_, [content, other, over], isCreditRevoked) => {
    const refund = payout('a', 2, { reporting_category: 'refund', gross: '-10.00', fee: '0' });
    const logs = [inWords(content, other, over)];
    const fact = joined([topUp('a', 1), payout('a', 1), refund], { logs }).facts.get('a');
    expect(fact).toEqual(isCreditRevoked ? { isCreditRevoked: true } : undefined);
  });

  it('one-hub: from one balance to another', () => {
    const content = '管理员将用户额度从 ＄5.000000 额度修改为 ＄0.000000 额度';
    const row = lowered({ quota: 0, metadata: null, content });
    expect(hub([withQuotaFromText(row, oneHub, 500_000)])).toEqual({ bought: '10', isCreditRevoked: true });
  });
});
