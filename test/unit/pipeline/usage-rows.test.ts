import { describe, expect, test } from 'vitest';
import type { UsageRow } from '#shared/engine/rows/row.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { type Decimal, toDecimal, toPlainText } from '#shared/money/money.ts';
import { buildEstimator } from '#shared/pipeline/reconcile/reconcile-books.ts';
import { PlainUsageRows } from '#shared/pipeline/reconcile/usage-rows.ts';
import type { PriceEntry } from '#shared/prices/price-settings.ts';
import { SETTINGS } from '../../support/pipeline/run-in-memory.ts';
import { linkTextRows } from '../../support/pipeline/text-columns.ts';

/** Lists fields of a row that differ from the defaults of rows in columns, with amounts as text. */
function listFields(row: UsageRow): object {
  const { ledger: _, occurredAt: __, periodTime: ___, gross: ____, ...fields } = row;
  const defaults = {
    ...{ status: 'success', currency: 'USD', isSold: false, isUnmatched: false, imprecise: false },
    ...{ inclusion: 'included', superseded: false, seconds: 0, model: '' },
  };
  const isSpecific = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== (defaults as Record<string, unknown>)[name];
  const text = (value: unknown) =>
    value !== null && typeof value === 'object' && 'toFixed' in value ? toPlainText(value as Decimal) : value;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(isSpecific)
      .map(([name, value]) => [name, text(value)]),
  );
}
const rowsOf = (...books: Parameters<typeof linkTextRows>) =>
  new PlainUsageRows(linkTextRows(...books), SETTINGS, 'USD');

test('rows in columns are delivered requests in the currency of the report, without refunds', () => {
  const rows = rowsOf(['r1 model=gpt time=1000 quota=250000'], ['r1 model=gpt time=2000']);
  const defaults = {
    model: 'gpt',
    status: 'success',
    currency: 'USD',
    refund: undefined,
    isSold: false,
    isUnmatched: false,
    imprecise: false,
    inclusion: 'included',
    superseded: false,
  };
  const amounts = { gross: toDecimal('0.5'), net: toDecimal('0.5') };
  const [sold, bought] = [
    { occurredAt: 1000, periodTime: 1000 },
    { occurredAt: 2000, periodTime: 2000 },
  ];
  expect(rows.buildSale(0)).toMatchObject({ ...defaults, ...amounts, ...sold, ledger: 'downstreamUsage' });
  expect(rows.buildCharge(0, 'r1')).toMatchObject({
    ...defaults,
    ...bought,
    ledger: 'upstreamCharges',
    seconds: 0,
  });
});

test.each<readonly [row: string, sale: object]>([
  ['r1', { requestId: 'r1', net: '0' }],
  [
    'r1 user=ann token=t1 model=gpt channel=3',
    { requestId: 'r1', userId: 'ann', tokenId: 't1', model: 'gpt', channelId: '3', net: '0' },
  ],
  ['r1 quota=500000 expected=500000', { requestId: 'r1', net: '1', expected: '1' }],
  ['r1 quota=500000 expected=250000', { requestId: 'r1', net: '1', expected: '0.5' }],
  ['r1 quota=500000 expected=0', { requestId: 'r1', net: '1', expected: '0' }],
  ['r1 attempts=2 seconds=9', { requestId: 'r1', net: '0', attempts: 2, seconds: 9 }],
  ['r1 input=5', { requestId: 'r1', net: '0', tokens: { input: 5 } }],
  ['r1 output=0', { requestId: 'r1', net: '0', tokens: { output: 0 } }],
  ['r1 cacheRead=3', { requestId: 'r1', net: '0', tokens: { cacheRead: 3 } }],
  [
    'r1 input=9 output=1 cacheRead=2 cacheWrite=3 reasoning=4 media=5',
    {
      requestId: 'r1',
      net: '0',
      tokens: { input: 9, output: 1, cacheRead: 2, cacheWrite: 3, reasoning: 4, media: 5 },
    },
  ],
  ['r1 input=9 purchase={"groupRatio":2}', { requestId: 'r1', net: '0', tokens: { input: 9 } }],
  ['r1 purchase={"bought":"real"} cacheWrite1h=6', { requestId: 'r1', net: '0', bought: 'real' }],
])('a sale %j', (row, sale) => {
  // Fields of another row are not mixed in.
  const other =
    'r0 user=eve token=t0 channel=9 quota=1 input=1 cacheRead=8 media=8 purchase={"bought":"other"}';
  expect(listFields(rowsOf([other, row]).buildSale(1))).toEqual(sale);
});

describe('a charge', () => {
  const sales = ['r1 upstream=u1 channel=3', 'r2 upstream=u2 channel=4'];
  const charges = ['u2 channel=9 user=me quota=500000 input=5'];

  test('has the request and channel of its sale, and leaves the operator’s own account', () => {
    const charge = {
      requestId: 'r2',
      upstreamId: `${connectors[0]?.id}:u2`,
      channelId: '4',
      net: '1',
      tokens: { input: 5 },
    };
    expect(listFields(rowsOf(sales, charges).buildCharge(0, 'r2'))).toEqual(charge);
  });

  test('has its row id as upstream id if row ids identify rows', () => {
    expect(
      rowsOf(
        sales,
        charges.map((row) => `${row} rowId=12`),
      ).readUpstreamId(0),
    ).toBe(`${connectors[0]?.id}:12`);
  });

  test('prefers the link found by rows outside the fast path', () => {
    const books = linkTextRows(sales, charges);
    books.joined.named.set(0, { requestId: 'r9', channelId: '7' });
    expect(new PlainUsageRows(books, SETTINGS, 'USD').buildCharge(0, 'r9')).toMatchObject({
      requestId: 'r9',
      channelId: '7',
    });
  });
});

/** `gpt` has prices for input, cache writes of two durations, and output. `opus` has a price for input only. */
const PRICES: PriceEntry[] = [
  { model: 'gpt', input: '1', cacheWrite: '2', cacheWrite1h: '4', output: '8' },
  { model: 'opus', input: '5' },
];
const createEstimator = () => buildEstimator({ ...SETTINGS, prices: { models: PRICES } }, 'USD');

test.each<readonly [row: string, estimate: string]>([
  ['r1 model=gpt input=1000000', 'input 1'],
  ['r1 model=gpt input=1000000 output=500000', 'input 1, output 4'],
  ['r1 model=gpt cacheWrite=1000000', 'cacheWrite 2'],
  ['r1 model=gpt cacheWrite=1000000 cacheWrite1h=1000000', 'cacheWrite1h 4'],
  [
    'r1 model=gpt cacheWrite=1000000 purchase={"groupRatio":0} cacheWrite1h=500000',
    'cacheWrite 1, cacheWrite1h 2, gift',
  ],
  ['r1 model=gpt input=1000000 purchase={"groupRatio":0}', 'input 1, gift'],
  ['r1 model=gpt input=1000000 purchase={"groupRatio":2}', 'input 1'],
  ['r1 model=mine input=1000000 purchase={"bought":"gpt"}', 'input 1'],
  ['r1 model=opus input=1000000 output=1', 'unpriced'],
  ['r1 model=other input=1000000', 'unpriced'],
])('a sale %j is estimated to cost %s', (row, expected) => {
  const { estimate } = new PlainUsageRows(
    linkTextRows(['r0 cacheWrite1h=9 purchase={"bought":"opus"}', row]),
    SETTINGS,
    'USD',
    createEstimator(),
  ).buildSale(1);
  if (estimate === undefined || estimate === 'unpriced') expect(estimate).toBe(expected);
  else
    expect(
      [
        ...estimate.kinds.map(([kind, cost]) => `${kind} ${toPlainText(cost)}`),
        ...(estimate.isGift ? ['gift'] : []),
      ].join(', '),
    ).toBe(expected);
});

test('uses of prices are counted by model sold, channel and model bought', () => {
  const estimator = createEstimator();
  const sales = [
    'r1 model=opus channel=2 quota=500000 input=1',
    'r2 model=gpt channel=2 quota=500000 input=1',
    'r3 model=gpt channel=1 quota=1500000 input=1',
    'r4 model=opus channel=2 quota=1000000 input=1 output=1',
    'r5 model=opus channel=2 quota=2000000 input=1 output=1',
    'r6 model=gpt quota=500000 input=1',
    'r7 model=mine channel=1 input=1 purchase={"bought":"gpt"}',
    'r8 model=mine channel=1 quota=500000 input=1',
    'r9 model=opus channel=2 quota=500000',
  ];
  const rows = new PlainUsageRows(linkTextRows(sales), SETTINGS, 'USD', estimator);
  for (const row of sales.keys()) rows.buildSale(row);
  const refunded = { ...rows.buildSale(2), net: toDecimal('-1') };
  estimator?.estimate(refunded, undefined);
  const failed: UsageRow = { ...refunded, status: 'failed' };
  estimator?.estimate(failed, undefined);
  expect(failed.estimate).toBe('unpriced');
  const lines = estimator?.uses.map(
    ({ model, channelId = '-', bought = '-', requests, revenue, applied, unpriced }) => [
      [model, channelId, bought].join(' '),
      `${requests} for ${toPlainText(revenue.value)}`,
      [...applied].map(({ source }) => source).join(),
      ...[...unpriced].map(
        ([missing, use]) => `${use.requests} for ${toPlainText(use.revenue.value)} without ${missing}`,
      ),
    ],
  );
  expect(lines).toEqual([
    ['gpt - -', '1 for 1', '0'],
    ['gpt 1 -', '3 for 6', '0'],
    ['gpt 2 -', '1 for 1', '0'],
    ['mine 1 -', '1 for 1', '', '1 for 1 without price'],
    ['mine 1 gpt', '1 for 0', '0'],
    ['opus 2 -', '4 for 8', '1', '2 for 6 without output', '1 for 1 without tokens'],
  ]);
});
