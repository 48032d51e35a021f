import { describe, expect, test } from 'vitest';
import { connectors } from '#shared/gateways/registry.ts';
import { Flag } from '#shared/pipeline/columns/log-columns.ts';
import type { EntriesByField } from '#shared/pipeline/link/build-entries.ts';
import { buildPaymentTest, convertCurrencies } from '#shared/pipeline/link/convert-currencies.ts';
import { collectTies } from '#shared/pipeline/link/model-ties.ts';
import type { PlainRows } from '#shared/pipeline/link/plain-rows.ts';
import { findGatewaysWithUniqueIds, surveyLogRows } from '#shared/pipeline/link/survey-all.ts';
import { describeTextOnlyMoney, summarizeUnreadByLedger } from '#shared/pipeline/link/unread-money.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import { toExportSettings } from '#shared/pipeline/run-settings.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';
import { logsOf, type PlainRow } from '../../support/pipeline/plain-rows.ts';
import { SETTINGS } from '../../support/pipeline/run-here.ts';

const NO_ENTRIES: EntriesByField = { logs: [], canonical: [], upstreamCharges: [], payments: [] };

describe('models tied by a mapping', () => {
  /** `gpt-5=gpt-5-mini`: sold as the first, bought as the second. */
  const sale = (text: string): PlainRow => {
    const [model, bought] = text.split('=');
    return { model, purchase: JSON.stringify(bought === undefined ? { calls: 2 } : { bought }) } as PlainRow;
  };
  test.each<[what: string, plain: string[], others: string[], ties: string[]]>([
    ['none', ['a', 'b'], ['c'], []],
    ['each once, by their names', ['b=x', 'a=y', 'b=x'], [], ['a=y', 'b=x']],
    ['a model bought as two, and two as one', ['a=x', 'a=y', 'b=x', 'b=y'], [], ['a=x', 'a=y', 'b=x', 'b=y']],
    [
      'of more models than names',
      ['a=y', 'a=x', 'b=y', 'c=y', 'd=y'],
      [],
      ['a=x', 'a=y', 'b=y', 'c=y', 'd=y'],
    ],
    ['beside sales that are not mapped', ['a', 'a=x', 'b'], [], ['a=x']],
    ['and as the rows say that are not plain', ['b=x'], ['c', 'a=z', 'b=x'], ['a=z', 'b=x']],
  ])('%s', (_, plain, others, ties) => {
    const usage = others.map((text) => ({ model: text.split('=')[0] }) as DownstreamRecord);
    const facts = others.map((text) =>
      text.includes('=') ? { bought: text.split('=')[1] as string } : undefined,
    );
    const said = collectTies(logsOf([...plain.map(sale), { model: 'of no purchase' }]), usage, facts);
    expect(said.map((pair) => pair.join('='))).toEqual(ties);
  });
});

describe('numbers of rows in columns', () => {
  const at = (id: string): number => connectors.findIndex((one) => one.id === id);
  const [newApi, oneApi] = [at('new-api'), at('one-api')];
  const row = (rowId: number, more: PlainRow = {}): PlainRow => ({
    rowId,
    time: rowId * 1000,
    gateway: newApi,
    ...more,
  });
  test.each<[what: string, rows: PlainRow[], own: [named: number, not: number], of: string[]]>([
    ['grow with time', [row(1), row(2), row(3)], [3, 0], ['new-api']],
    ['fall with time, as places in a list', [row(3, { time: 0 }), row(1, { time: 90_000 })], [2, 0], []],
    ['are missing', [row(1), row(0)], [1, 1], []],
    ['name two rows each', [row(1), row(1, { flags: Flag.renumbered })], [1, 1], []],
    [
      'stand twice in what is repeated',
      [row(1), row(1, { flags: Flag.repeated }), row(2)],
      [2, 0],
      ['new-api'],
    ],
    ['are of two gateways', [row(1), row(0, { gateway: oneApi })], [1, 0], ['new-api']],
    ['of both', [row(1), row(9, { gateway: oneApi })], [1, 0], ['new-api', 'one-api']],
    ['of none', [], [0, 0], []],
  ])('that %s identify rows or not', (_, rows, [named, not], identified) => {
    const survey = (sales: PlainRow[], charges: PlainRow[]) =>
      surveyLogRows(
        { sales: logsOf(sales), charges: logsOf(charges) } as unknown as PlainRows,
        NO_ENTRIES,
        SETTINGS,
        toExportSettings(SETTINGS),
      );
    const { logIds } = survey(rows, []);
    expect([logIds.buckets.length, logIds.nameless]).toEqual([named, not]);
    const all = survey([], rows);
    const isOf = findGatewaysWithUniqueIds(all);
    const here = new Set(rows.map(({ gateway }) => gateway));
    expect(connectors.flatMap(({ id }, place) => (isOf[place] && here.has(place) ? id : []))).toEqual(
      identified,
    );
    if (rows.length > 0) expect(new Map(all.upstreamIds).get('new-api')).toEqual(logIds);
  });

  test('forks are those in the settings', () => {
    const forks = { logs: ['veloera'], upstreamCharges: [] };
    const rows = { sales: logsOf([]), charges: logsOf([]) } as unknown as PlainRows;
    const surveyed = surveyLogRows(rows, NO_ENTRIES, { ...SETTINGS, forks }, toExportSettings(SETTINGS));
    expect(surveyed.forks).toEqual(forks);
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
      ({ transactionId }) => transactionId !== 'unpaid',
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
    expect(convertCurrencies([bare], [], { CNY: '0.1' }, 'USD', () => true)).toMatchObject({
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
  ])('are in the totals or not: %s', (_, more, isCounted) => {
    const period = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
    const isInTotals = buildPaymentTest(new Map([['unpaid', { isUnpaid: true }]]), period);
    expect(isInTotals(payment('1', more))).toBe(isCounted);
  });

  test('stay as they are without rates', () => {
    const bills = [bill('2026-10-02T00:00:00Z', '1')];
    expect(convertCurrencies(bills, [], undefined, 'USD', () => true)).toEqual({
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
    models,
  });
  test.each<
    [what: string, textOnlyMoney: ReturnType<typeof system>[], en: string[], zh: string[], more?: object]
  >([
    [
      'tasks that texts do not price',
      [system(3, 0, ['kling'])],
      ['3', 'tasks (kling)', ''],
      ['3', '任务（kling）', ''],
    ],
    [
      'what was charged',
      [system(1, 1_000_000)],
      ['1', 'tasks', ', 2.00 USD charged in total'],
      ['1', '任务', '，合计补扣 2.00 USD'],
    ],
    [
      'what was given back',
      [system(1, -1_000_000)],
      ['1', 'tasks', ', 2.00 CNY refunded in total'],
      ['1', '任务', '，合计退还 2.00 CNY'],
      { currency: 'CNY' },
    ],
    [
      'without a price of the unit',
      [system(1, 5)],
      ['1', 'tasks', ''],
      ['1', '任务', ''],
      { quotaPerUnit: undefined },
    ],
    [
      'no more than five models',
      [system(1, 0, [...'abcdef'])],
      ['1', 'tasks (a, b, c, d, e, …)', ''],
      ['1', '任务（a, b, c, d, e, …）', ''],
    ],
  ])('is told of system rows: %s', (_, textOnlyMoney, en, zh, more = {}) => {
    const [said] = describeTextOnlyMoney(textOnlyMoney, { ...SETTINGS, ...more });
    expect(
      /^(\d+) system rows .* of (tasks.*)\. Old .* as text(.*)\. This/.exec(said?.en ?? '')?.slice(1),
    ).toEqual(en);
    expect(
      /^日志中有 (\d+) 条系统记录可能是(.*)的退款.*金额(.*)，这些/.exec(said?.zh ?? '')?.slice(1),
    ).toEqual(zh);
  });

  test('is not that of gifts to a customer without tasks', () => {
    expect(describeTextOnlyMoney([system(3, 0)], SETTINGS)).toEqual([]);
  });
});
