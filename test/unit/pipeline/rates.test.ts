import { describe, expect, test } from 'vitest';
import { type RateSettings, ratesSchema } from '#shared/prices/rates.ts';
import { validate } from '#shared/schemas/read.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

const LOG = [
  { id: 1, type: 2, created_at: 1_791_000_000, request_id: 'r1', model_name: 'qwen-max', quota: 500_000 },
];
const charge = (day: string, costAmount: string, more = {}) => ({
  occurredAt: `${day}T00:00:00Z`,
  model: 'qwen-max',
  status: 'success',
  costAmount,
  currency: 'CNY',
  ...more,
});
const payment = {
  transactionId: 't1',
  occurredAt: '2026-10-02T00:00:00Z',
  status: 'refunded',
  currency: ' cny ',
  amount: '70',
  feeAmount: '0.42',
  refundAmount: '7',
  creditedAmount: '10',
};

const runWithRates = (rates: RateSettings | undefined, upstream: unknown[]) =>
  runFiles(
    [
      makeTextFile('logs', LOG),
      makeTextFile('upstreamCharges', upstream),
      makeTextFile('payments', [payment]),
    ],
    rates && { rates },
  );

describe('exchange rates', () => {
  test('convert bills and payments exactly, but not credits', async () => {
    const { books, report, meta } = await runWithRates({ cny: '0.1389' }, [
      charge('2026-10-02', '3.1', { refundAmount: '0.1' }),
      charge('2026-10-03', '4', { currency: 'USD' }),
    ]);
    expect(books.upstreamCharges).toMatchObject([
      { costAmount: '0.43059', refundAmount: '0.01389', currency: 'USD' },
      { costAmount: '4' },
    ]);
    expect(books.payments).toMatchObject([
      { amount: '9.723', feeAmount: '0.058338', refundAmount: '0.9723', creditedAmount: '10' },
    ]);
    expect(report.summary).toMatchObject({
      cost: { net: '4.4167' },
      excluded: {},
      converted: [
        { ledger: 'payments', currency: 'CNY', rows: 1, amount: '70', converted: '9.723' },
        { ledger: 'upstreamCharges', currency: 'CNY', rows: 1, amount: '3.1', converted: '0.43059' },
      ],
    });
    expect(report.completeness.currency).toBe(true);
    expect(meta.notes[1]).toBe(
      'Cost in CNY converted at your rate, 1 CNY = 0.1389 USD: 1 row, 3.1 CNY = 0.43059 USD.',
    );
  });

  test('apply from their first day in UTC, and not before', async () => {
    const { books, report, meta } = await runWithRates(
      { CNY: { '2026-10-15': '0.2', '2026-10-02': '0.1' } },
      [charge('2026-10-01', '1'), charge('2026-10-14', '10'), charge('2026-10-15', '10')],
    );
    expect(books.upstreamCharges.map(({ costAmount }) => costAmount)).toEqual(['1', '1', '2']);
    expect(report.summary.excluded).toMatchObject({ CNY: { upstreamCharges: '1' } });
    expect(report.completeness.currency).toBe(false);
    expect(meta.notes.join()).toContain('1 CNY = 0.1 from 2026-10-02, 0.2 from 2026-10-15 USD: 2 rows');
  });

  test('a converted payment that was never credited does not count as refunded, although it differs by less than a cent', async () => {
    const order = { id: 1, user_id: 8, gateway_id: 1, trade_no: 'T1', gateway_no: 'G1', status: 'success' };
    const amounts = {
      amount: 50,
      order_amount: 360.03,
      order_currency: 'CNY',
      fee: 0,
      discount: 0,
      quota: 0,
    };
    const { report, meta } = await runFiles(
      [
        makeTextFile('logs', LOG),
        makeTextFile('payments', { data: [{ ...order, ...amounts, created_at: 1_790_900_000 }] }),
      ],
      { connector: 'one-hub', rates: { CNY: '0.13889' } },
    );
    const { message } = report.findings.find(({ code }) => code === 'payment_not_credited') ?? {};
    expect(message).toBe('Payment T1 of 50.004567 USD was not credited; the credit should be 50 USD.');
    expect(meta.notes.join()).not.toContain('Their credit');
  });

  test('are needed for other currencies: without them rows are left out, with the setting in the remedy', async () => {
    const { report } = await runWithRates(undefined, [charge('2026-10-02', '3.1')]);
    expect(report.summary).not.toHaveProperty('converted');
    expect(report.summary.findings.byCode.currency_excluded?.remedy).toContain('"rates"');
  });

  test.each([
    ['RMB', { CNY: '0.1' }],
    ['人民币', { RMB: '0.1' }],
    ['cny', { 元: '0.1' }],
    // ¥ is the yuan or the yen. The settings may use the sign as the rows do.
    ['¥', { '¥': '0.1' }],
  ])('accept usual names of a currency: %s', async (currency, rates) => {
    expect(validate(ratesSchema, rates)).toHaveProperty('output');
    const { books, report } = await runWithRates(rates as unknown as RateSettings, [
      charge('2026-10-02', '3', { currency }),
    ]);
    expect(books.upstreamCharges).toMatchObject([{ costAmount: '0.3', currency: 'USD' }]);
    expect(report.summary.excluded).not.toHaveProperty(currency);
  });

  test('are not needed for the currency of the report, also written as a sign', async () => {
    const rows = ['US$', '$', ' usd ', '美元'].map((currency) => charge('2026-10-02', '1', { currency }));
    const { report } = await runWithRates({ CNY: '0.1' }, rows);
    expect(report.summary).toMatchObject({ cost: { net: '4' }, excluded: {} });
  });

  test.each([
    [{ CNY: '0' }, 'CNY'],
    [{ CNY: { '2026-02-30': '1' } }, 'CNY.2026-02-30'],
    [{ CNY: {} }, 'CNY'],
    [{ YUAN: '1' }, 'YUAN'],
    [{ CNY: '1e-3' }, 'CNY'],
    [{ CNY: 'much' }, 'CNY'],
    [{ CNY: '0.14', RMB: '0.13' }, ''],
    [7, ''],
  ])('%j is refused with its path', (rates, path) => {
    expect(validate(ratesSchema, rates)).toMatchObject({ problems: [{ path }] });
  });

  // LOG has request r1 of 3 October (17:20 UTC). Charges | cost that counts | rows that do not
  test.each<[what: string, upstream: object[], uncounted: number]>([
    ['all are in the period', [charge('2026-10-02', '1'), charge('2026-10-03', '2')], 0],
    ['one is before the period, one at its end', [charge('2026-10-02', '1'), charge('2026-10-05', '2')], 1],
    [
      'a late charge of a request in the period counts',
      [charge('2026-10-02', '1'), charge('2026-10-09', '2', { requestId: 'r1' })],
      0,
    ],
    [
      'an early charge of a request in the period counts',
      [charge('2026-09-30', '2', { requestId: 'r1' })],
      0,
    ],
    [
      'the first charge of a request that was not sold decides',
      [charge('2026-10-04', '2', { requestId: 'x' }), charge('2026-10-06', '3', { requestId: 'x' })],
      0,
    ],
    ['one is pending', [charge('2026-10-02', '1'), charge('2026-10-03', '2', { status: 'pending' })], 1],
  ])('the note about costs names the same sum as the total: %s', async (_, upstream, uncounted) => {
    const { report, meta } = await runFiles(
      [makeTextFile('logs', LOG), makeTextFile('upstreamCharges', upstream)],
      { rates: { CNY: '0.1' }, period: { start: '2026-10-01T00:00:00Z', end: '2026-10-05T00:00:00Z' } },
    );
    const note = meta.notes.find((text) => text.startsWith('Cost in CNY')) ?? '';
    expect(note).toContain(`= ${report.summary.cost?.net} USD.`);
    expect(/Not in the totals: (\d) row/.exec(note)?.[1] ?? '0').toBe(`${uncounted}`);
  });
});
