import { describe, expect, test } from 'vitest';
import { connectors } from '#shared/gateways/registry.ts';
import { Flag } from '#shared/pipeline/columns/log-columns.ts';
import { type EntriesByField, surveyLogRows } from '#shared/pipeline/link/build-entries.ts';
import { buildPaymentTest, convertCurrencies } from '#shared/pipeline/link/convert-currencies.ts';
import { collectTies } from '#shared/pipeline/link/model-ties.ts';
import type { PlainRows } from '#shared/pipeline/link/plain-rows.ts';
import { findTextOnlyMoney, summarizeUnreadByLedger } from '#shared/pipeline/link/unread-money.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import { toExportSettings } from '#shared/pipeline/run-settings.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';
import { buildLogColumns, type PlainRow } from '../../support/pipeline/plain-rows.ts';
import { SETTINGS } from '../../support/pipeline/run-in-memory.ts';

/** Counts all charges and payments in the totals. */
const ALL = { upstreamCharges: () => true, payments: () => true };

const NO_ENTRIES: EntriesByField = { logs: [], canonical: [], upstreamCharges: [], payments: [] };

describe('pairs of a model sold and a model bought', () => {
  /** `gpt-5=gpt-5-mini` is sold as gpt-5 and bought as gpt-5-mini. */
  const sale = (text: string): PlainRow => {
    const [model, bought] = text.split('=');
    return { model, purchase: JSON.stringify(bought === undefined ? { calls: 2 } : { bought }) } as PlainRow;
  };
  test.each<[what: string, plain: string[], slow: string[], ties: string[]]>([
    ['without a mapping there are none', ['a', 'b'], ['c'], []],
    ['are listed once, sorted by name', ['b=x', 'a=y', 'b=x'], [], ['a=y', 'b=x']],
    [
      'one model is bought as two, and two are bought as one',
      ['a=x', 'a=y', 'b=x', 'b=y'],
      [],
      ['a=x', 'a=y', 'b=x', 'b=y'],
    ],
    ['more sold than bought', ['a=y', 'a=x', 'b=y', 'c=y', 'd=y'], [], ['a=x', 'a=y', 'b=y', 'c=y', 'd=y']],
    ['sales without a mapping are skipped', ['a', 'a=x', 'b'], [], ['a=x']],
    ['rows outside the fast path add theirs', ['b=x'], ['c', 'a=z', 'b=x'], ['a=z', 'b=x']],
  ])('%s', (_, plain, slow, ties) => {
    const usage = slow.map((text) => ({ model: text.split('=')[0] }) as DownstreamRecord);
    const facts = slow.map((text) =>
      text.includes('=') ? { bought: text.split('=')[1] as string } : undefined,
    );
    const pairs = collectTies(
      buildLogColumns([...plain.map(sale), { model: 'without purchase' }]),
      usage,
      facts,
    );
    expect(pairs.map((pair) => pair.join('='))).toEqual(ties);
  });
});

describe('row ids identify the rows of a gateway or not:', () => {
  const gatewayIndex = (id: string): number => connectors.findIndex((connector) => connector.id === id);
  const [newApi, oneApi] = [gatewayIndex('new-api'), gatewayIndex('one-api')];
  const row = (rowId: number, more: PlainRow = {}): PlainRow => ({
    rowId,
    time: rowId * 1000,
    gateway: newApi,
    ...more,
  });
  test.each<[what: string, rows: PlainRow[], gateways: string[]]>([
    ['ids grow with time', [row(1), row(2), row(3)], ['new-api']],
    ['ids fall with time, as positions do', [row(3, { time: 0 }), row(1, { time: 90_000 })], []],
    ['an id is missing', [row(1), row(0)], []],
    ['two rows have the same id', [row(1), row(1, { flags: Flag.renumbered })], []],
    ['a repeated row has the id', [row(1), row(1, { flags: Flag.repeated }), row(2)], ['new-api']],
    ['only one of two gateways has ids', [row(1), row(0, { gateway: oneApi })], ['new-api']],
    ['both gateways have ids', [row(1), row(9, { gateway: oneApi })], ['new-api', 'one-api']],
  ])('%s', (_, rows, identified) => {
    const survey = (sales: PlainRow[], charges: PlainRow[]) =>
      surveyLogRows(
        { sales: buildLogColumns(sales), charges: buildLogColumns(charges) } as unknown as PlainRows,
        NO_ENTRIES,
        SETTINGS,
        toExportSettings(SETTINGS),
      );
    expect(survey(rows, []).areLogIdsUnique).toBe(identified.includes('new-api'));
    const present = new Set(rows.map(({ gateway }) => gateway));
    const absent = connectors.flatMap(({ id }, index) => (present.has(index) ? [] : id));
    expect([...survey([], rows).uniqueUpstreams].sort()).toEqual([...identified, ...absent].sort());
  });

  test('forks are taken from the settings', () => {
    const forks = { logs: ['veloera'], upstreamCharges: [] };
    const rows = { sales: buildLogColumns([]), charges: buildLogColumns([]) } as unknown as PlainRows;
    const survey = surveyLogRows(rows, NO_ENTRIES, { ...SETTINGS, forks }, toExportSettings(SETTINGS));
    expect(survey.forks).toEqual(forks);
  });
});

describe('amounts in other currencies', () => {
  const bill = (occurredAt: string, costAmount: string, more = {}) =>
    ({ occurredAt, costAmount, currency: 'CNY', ...more }) as UpstreamRecord;
  const payment = (amount: string, more = {}) =>
    ({ occurredAt: '2026-10-02T00:00:00Z', amount, currency: 'EUR', ...more }) as PaymentRecord;

  test('of payments that no total contains are converted and counted separately', () => {
    const { payments, converted } = convertCurrencies(
      [],
      [payment('400', { currency: 'JPY' }), payment('4'), payment('8', { transactionId: 'unpaid' })],
      { JPY: '0.01', EUR: '1.5' },
      'USD',
      { ...ALL, payments: ({ transactionId }) => transactionId !== 'unpaid' },
    );
    expect(payments.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      ...['4 USD', '6 USD', '12 USD'],
    ]);
    expect(converted).toEqual([
      {
        ...{ ledger: 'payments', currency: 'EUR', rows: 1, amount: '4', converted: '6' },
        ...{ uncounted: { rows: 1, amount: '8' }, rates: [{ rate: '1.5' }] },
      },
      expect.objectContaining({ currency: 'JPY', amount: '400', converted: '4' }),
    ]);
  });

  test('of a bill row without its own cost are converted', () => {
    const bare = { occurredAt: '2026-10-03T00:00:00Z', currency: 'CNY', refundAmount: '1' } as UpstreamRecord;
    expect(convertCurrencies([bare], [], { CNY: '0.1' }, 'USD', ALL)).toMatchObject({
      upstreamCharges: [{ refundAmount: '0.1', currency: 'USD' }],
      converted: [{ rows: 1, amount: '0', converted: '0' }],
    });
  });

  test.each<[what: string, more: object, isCounted: boolean]>([
    ['settled', { status: 'settled' }, true],
    ['charged back', { status: 'chargeback' }, true],
    ['failed', { status: 'failed' }, false],
    ['pending', { status: 'pending' }, false],
    ['credited without a payment', { status: 'settled', transactionId: 'unpaid' }, false],
    ['before the period', { status: 'settled', occurredAt: '2026-09-30T23:59:59Z' }, false],
    ['after the period', { status: 'settled', occurredAt: '2026-11-01T00:00:00Z' }, false],
  ])('of a payment are in the totals or not: %s', (_, more, isCounted) => {
    const period = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
    const isInTotals = buildPaymentTest(new Map([['unpaid', { isUnpaid: true }]]), period);
    expect(isInTotals(payment('1', more))).toBe(isCounted);
  });

  test('stay as they are without rates', () => {
    const bills = [bill('2026-10-02T00:00:00Z', '1')];
    expect(convertCurrencies(bills, [], undefined, 'USD', ALL)).toEqual({
      upstreamCharges: bills,
      payments: [],
      converted: [],
    });
  });
});

describe('unread money', () => {
  test('is listed by ledger and kind, the most frequent first', () => {
    const fields = ['logs', 'upstreamCharges', 'upstreamCharges', 'payments'] as const;
    const sources = fields.map((field, source): Source => ({ source, field, name: '', location: '' }));
    const reason = { en: '', zh: '' };
    const line = (source: number, money?: { amount?: string; kind?: string }) => ({
      source,
      row: 1,
      reason,
      ...(money && { money }),
    });
    const rejected = [
      line(0),
      line(3, {}),
      line(1, { amount: '1.5', kind: 'usage' }),
      line(2, { amount: '2', kind: 'fee' }),
      line(2, { kind: 'fee' }),
      line(1, { amount: '-4', kind: 'credit' }),
      line(1, { kind: 'zeal' }),
      line(1, { kind: 'audit' }),
      line(1, { amount: '0.25' }),
    ];
    expect(summarizeUnreadByLedger(rejected, sources)).toEqual({
      payments: { rows: 1, kinds: [], amount: '0' },
      upstreamCharges: {
        rows: 7,
        kinds: [
          ['fee', 2],
          ['audit', 1],
          ['credit', 1],
          ['usage', 1],
          ['zeal', 1],
        ],
        amount: '-0.25',
      },
    });
  });

  const system = (rows: number, settledQuota: number, models: string[] = []) => ({
    userId: '1',
    rows,
    settledQuota,
    movedQuota: Math.abs(settledQuota),
    unknownRows: settledQuota === 0 ? rows : 0,
    models,
  });
  test.each<
    [what: string, textOnlyMoney: ReturnType<typeof system>[], en: string[], zh: string[], more?: object]
  >([
    ['without an amount', [system(3, 0, ['kling'])], ['3', 'tasks (kling)', ''], ['3', '任务（kling）', '']],
    [
      'the sum that was charged',
      [system(1, 1_000_000)],
      ['1', 'tasks', ', 2.00 USD charged in total'],
      ['1', '任务', '，合计补扣 2.00 USD'],
    ],
    [
      'the sum that was refunded',
      [system(1, -1_000_000)],
      ['1', 'tasks', ', 2.00 CNY refunded in total'],
      ['1', '任务', '，合计退还 2.00 CNY'],
      { currency: 'CNY' },
    ],
    [
      'no amount, without the quota per unit',
      [system(1, 5)],
      ['1', 'tasks', ''],
      ['1', '任务', ''],
      { quotaPerUnit: undefined },
    ],
    [
      'at most five models',
      [system(1, 0, [...'abcdef'])],
      ['1', 'tasks (a, b, c, d, e, …)', ''],
      ['1', '任务（a, b, c, d, e, …）', ''],
    ],
  ])('that system rows state in text is described: %s', (_, textOnlyMoney, en, zh, more = {}) => {
    const [{ reason: message } = {}] = findTextOnlyMoney(textOnlyMoney, { ...SETTINGS, ...more });
    expect(
      /^(\d+) system rows .* of (tasks.*)\. Old .* as text(.*)\. This/.exec(message?.en ?? '')?.slice(1),
    ).toEqual(en);
    expect(
      /^日志中有 (\d+) 条系统记录可能是(.*)的退款.*金额(.*)，这些/.exec(message?.zh ?? '')?.slice(1),
    ).toEqual(zh);
  });

  test('does not include gifts to a customer without tasks', () => {
    expect(findTextOnlyMoney([system(3, 0)], SETTINGS)).toEqual([]);
  });
});
