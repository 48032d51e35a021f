import { describe, expect, it } from 'vitest';
import { CREATED_AT, orderRow, type Row, topUpRow } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const LOCAL = /local currency/;
const TIME = '2026-08-17T01:30:15.000Z';
const topUp = (over: Row = {}): Row =>
  topUpRow({
    money: 73,
    payment_method: 'alipay',
    payment_provider: 'epay',
    complete_time: CREATED_AT,
    ...over,
  });
const order = (over: Row = {}): Row => orderRow({ quota: 2_500_000, fee: 0.2, ...over });
const payloadOf = (row: Row): Row => ({
  connector: 'order_currency' in row ? 'one-hub' : 'new-api',
  logs: [],
  payments: [row],
});
function paid(row: Row, payload: Row = {}) {
  const { payments, notes } = normalizeAndCheck({ ...payloadOf(row), ...payload });
  return { record: payments?.[0], notes };
}
const detailOf = (row: Row) => catchRefusal(payloadOf(row)).details[0];

const record = { transactionId: 't', occurredAt: TIME, status: 'settled', amount: '1.0', creditedAmount: 1 };

it('a canonical record is accepted unchanged, validated as by reconcile', () => {
  expect(paid(record).record).toEqual(record);
  expect(detailOf({ ...record, status: 'success' })).toContain('payments[0].status: ');
  expect(detailOf({ ...record, money: 1 })).toContain('payments[0].money: ');
});

it.each(['transactionId', 'userId', 'provider', 'currency'])(
  'control characters are removed from the %s of a canonical record',
  (field) => {
    for (const text of ['a\nb', 'a\u001b[2J', '\u0000', 'a\u0085b'])
      expect(detailOf({ ...record, [field]: text })).toBe(
        `payments[0].${field}: must not contain control characters`,
      );
    expect(paid({ ...record, [field]: 'é 中 \u200b' }).record).toHaveProperty(field, 'é 中 \u200b');
  },
);

describe('a top-up of new-api', () => {
  it.each<[string, Row, Row, RegExp]>([
    ['by epay has an unknown currency', {}, { amount: 73, provider: 'epay', currency: 'XXX' }, LOCAL],
    [
      'of an older version is recognized by its method',
      { payment_provider: '' },
      { provider: 'alipay', currency: 'XXX' },
      LOCAL,
    ],
    [
      'without a method has an unknown currency',
      { payment_provider: undefined, payment_method: undefined },
      { currency: 'XXX' },
      LOCAL,
    ],
    [
      'by Creem has its own price',
      { payment_provider: 'creem', money: 9.9, amount: 5_000_000 },
      { amount: 9.9 },
      /more or less than 1 in the payment currency/,
    ],
    [
      'for a subscription has no credit',
      { amount: 0, payment_provider: 'stripe' },
      { amount: 73 },
      /^Subscription purchases/,
    ],
    [
      'has its order number',
      { amount: undefined, plan_id: 3, payment_provider: 'stripe' },
      {},
      /^Subscription purchases/,
    ],
  ])('%s', (_, over, expected, note) => {
    const { record, notes } = paid(topUp(over));
    expect(record).toMatchObject({ transactionId: 't', userId: '4', status: 'settled', ...expected });
    expect(record).not.toHaveProperty('creditedAmount');
    expect(notes).toContainEqual(expect.stringMatching(note));
  });

  it('by epay: in the currency that the caller added, without credit', () => {
    const { record, notes } = paid(topUp({ currency: 'CNY' }));
    expect(record).toMatchObject({ currency: 'CNY', amount: 73 });
    expect(record).not.toHaveProperty('creditedAmount');
    expect(notes).toEqual([expect.stringMatching(/^Payments in a currency other than.*: 1\./)]);
  });

  it('by Stripe: in the currency of the wallet, with the amount as credit', () => {
    const { record, notes } = paid(topUp({ payment_provider: 'stripe', amount: 20, money: '19.00' }));
    expect(record).toMatchObject({ amount: '19.00', creditedAmount: '19.00' });
    expect(record).not.toHaveProperty('currency');
    expect(notes).toEqual([expect.stringMatching(/^Stripe payments: 1\./)]);
    expect(paid(topUp({ payment_provider: 'stripe', currency: 'EUR' })).record).not.toHaveProperty(
      'creditedAmount',
    );
  });

  it('by Creem: in the currency that the caller added', () => {
    expect(paid(topUp({ payment_provider: 'creem', currency: 'EUR' })).record).toMatchObject({
      currency: 'EUR',
    });
    expect(paid(topUp({ payment_provider: 'creem', amount: 0 })).notes).toEqual([
      expect.stringMatching(/^Subscription purchases/),
    ]);
  });

  it.each([
    [{}, /, 15 USD\./],
    [{ charged_quota: undefined }, /wallet balance: 1\./],
    [{ status: 'pending' }, undefined],
  ])('from the balance: a plan bought from the wallet is not a payment: %j', (more, note) => {
    const plan = {
      ...{ id: 1, user_id: 5, plan_id: 2, money: 15, trade_no: 'SUBBALUSR5NO1', status: 'success' },
      ...{
        payment_provider: 'balance',
        create_time: 1_791_018_000,
        charged_quota: 7_500_000,
      },
      ...more,
    };
    const { payments, notes, skipped } = normalizeAndCheck({ logs: [], payments: [plan] });
    expect({ payments, skipped: skipped.apart }).toEqual({ payments: [], skipped: 1 });
    expect(notes).toEqual(note ? [expect.stringMatching(note)] : []);
  });

  it.each([
    ['20,5', '20.5'],
    ['1.234,50', '1234.5'],
    ['2.05e1', '20.5'],
  ])('the amount %s has one interpretation', (money, amount) =>
    expect(paid(topUp({ payment_provider: 'stripe', money })).record).toMatchObject({
      amount,
      creditedAmount: amount,
    }),
  );

  it.each([
    ['pending', 'pending'],
    ['success', 'settled'],
    ['failed', 'failed'],
    ['expired', 'failed'],
  ])('%s is %s, and only a settled one is credited', (status, canonical) => {
    const { record } = paid(topUp({ status, payment_provider: 'stripe' }));
    expect(record?.status).toBe(canonical);
    expect('creditedAmount' in (record ?? {})).toBe(status === 'success');
  });

  it('has its completion time, or else its creation time', () => {
    expect(paid(topUp()).record?.occurredAt).toBe(TIME);
    expect(paid(topUp({ complete_time: 0, create_time: CREATED_AT })).record?.occurredAt).toBe(TIME);
  });

  it.each<[Row, string]>([
    [{ status: 'done' }, 'status'],
    [{ status: 'constructor' }, 'status'],
    [{ status: undefined }, 'status'],
    [{ trade_no: '' }, 'trade_no'],
    [{ money: -1 }, 'money'],
    [{ money: 'x' }, 'money'],
    [{ money: '1,234' }, 'money: has a comma'],
    [{ money: '$5' }, 'money: has a currency sign'],
    [{ complete_time: 0, create_time: 0 }, 'complete_time or create_time'],
    [{ user_id: [] }, 'user_id'],
    [{ payment_provider: {} }, 'payment_provider'],
  ])('%j is refused', (over, field) => expect(detailOf(topUp(over))).toContain(`payments[0].${field}`));
});

describe('an order of one-hub', () => {
  it('in the currency of the payload has its credit and its fee', () =>
    expect(paid(order())).toEqual({
      record: {
        transactionId: 't',
        occurredAt: TIME,
        userId: '4',
        status: 'settled',
        amount: 5.2,
        creditedAmount: '5',
        feeAmount: 0.2,
        currency: 'USD',
      },
      notes: [],
    }));

  it('in another currency has neither', () => {
    const { record, notes } = paid(order({ order_currency: 'CNY' }));
    expect(record).toMatchObject({ currency: 'CNY', amount: 5.2 });
    expect(record).not.toHaveProperty('creditedAmount');
    expect(record).not.toHaveProperty('feeAmount');
    expect(notes).toEqual([expect.stringMatching(/^Payments in a currency other than.*: 1\./)]);
    expect(paid(order({ order_currency: 'CNY', status: 'pending' })).notes).toEqual([]);
    expect(paid(order({ order_currency: ' usd ' })).record).toMatchObject({
      currency: ' usd ',
      creditedAmount: '5',
    });
    expect(paid(order({ order_currency: 'CNY' }), { currency: ' cny ' }).record).toMatchObject({
      creditedAmount: '5',
    });
  });

  it('has no credit without quotaPerUnit, which is noted', () => {
    const { record, notes } = paid(order(), { quotaPerUnit: undefined });
    expect(record).not.toHaveProperty('creditedAmount');
    expect(notes).toEqual([
      expect.stringMatching(/^Payments without a credit: 1\. .*quotaPerUnit is missing\./),
    ]);
  });

  it('may have no fee and no quota', () => {
    const { record } = paid(order({ fee: undefined, quota: null }));
    expect(record).not.toHaveProperty('feeAmount');
    expect(record).not.toHaveProperty('creditedAmount');
    expect(paid(order({ quota: 0 })).record).toMatchObject({ creditedAmount: '0' });
    expect(paid(order({ order_currency: '' })).record).toMatchObject({ currency: 'XXX' });
  });

  it('with the status closed has failed, with its fee and without credit', () => {
    const { record } = paid(order({ status: 'closed' }));
    expect(record).toMatchObject({ status: 'failed', feeAmount: 0.2 });
    expect(record).not.toHaveProperty('creditedAmount');
  });

  it.each<[Row, string]>([
    [{ status: 'expired' }, 'status'],
    [{ fee: -1 }, 'fee'],
    [{ quota: 'x' }, 'quota'],
    [{ quota: -1 }, 'quota'],
    [{ order_amount: null }, 'order_amount'],
  ])('%j is refused', (over, field) => expect(detailOf(order(over))).toContain(`payments[0].${field}: `));
});

it.each<[string, Row, string | undefined]>([
  ['new-api', order(), 'is new-api, but the row seems to be from one-hub'],
  ['one-hub', topUp(), 'is one-hub, but the row seems to be from new-api or voapi'],
  ['one-api', topUp(), 'is one-api, but the row seems to be from new-api or voapi'],
  ['voapi', topUp(), undefined],
  ['one-hub', { ...order(), money: 5.2 }, undefined],
])('with the connector %s a row of payments is read as its own, or refused', (connector, row, refusal) => {
  const payload = { connector, logs: [], payments: [row] };
  if (refusal === undefined) expect(normalizeAndCheck(payload).payments).toHaveLength(1);
  else expect(catchRefusal(payload).details).toEqual([`payments[0].connector: ${refusal}`]);
});

it('a row of an unknown table is refused', () =>
  expect(detailOf({ id: 1 })).toContain('payments[0].transactionId: '));
