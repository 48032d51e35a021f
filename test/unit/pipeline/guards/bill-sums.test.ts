import { expect, test } from 'vitest';
import { type BillSums, billSums, refuseGroupedTwice, sumRows } from '#shared/pipeline/guards/bill-sums.ts';
import type { Books } from '#shared/pipeline/link/link.ts';
import { english, headed, refusedBy } from '../../../support/pipeline/headed.ts';

type Charge = Books['upstreamCharges'][number];
/** Rows of bills as `a1 2 refundAmount=1`: file and number, cost, and what else one says. */
function sumsOf(...rows: readonly string[]) {
  const lines = rows.map((row) => {
    const [place = '', costAmount, ...more] = row.split(' ');
    const charge = { ...{ occurredAt: '2026-10-01T10:00:00Z', costAmount, currency: 'USD' } };
    return {
      charge: Object.assign(charge, Object.fromEntries(more.map((one) => one.split('=')))) as Charge,
      place: { source: 'ab'.indexOf(place.slice(0, 1)), row: Number(place.slice(1)) },
    };
  });
  return billSums({
    upstreamCharges: lines.map(({ charge }) => charge),
    places: { upstreamCharges: lines.map(({ place }) => place) } as Books['places'],
  });
}

const sumOf = (sum: string, count: number, row: number, net: string) => ({
  ...{ sum, count, largest: { row, net } },
});

test.each<[what: string, rows: readonly string[], days: object, sums: object]>([
  [
    'days add up, in UTC, less what was given back',
    [
      ...['a1 2', 'a2 3 refundAmount=1', 'a3 1.5 occurredAt=2026-10-01T05:00:00+08:00'],
      ...['a4 0.5 occurredAt=2026-09-30T23:59:60Z', 'a5 0.5 occurredAt=2026-10-01T07:59:60+08:00'],
    ],
    { '2026-10-01 USD': '5', '2026-09-30 USD': '1.5' },
    { USD: sumOf('6.5', 5, 1, '2') },
  ],
  [
    'a row that names its request is of no day',
    ['a1 1 requestId=r', 'a2 7'],
    { '2026-10-01 USD': '7' },
    { USD: sumOf('8', 2, 2, '7') },
  ],
  [
    'each currency by itself',
    ['a1 1', 'a2 9 currency=cny'],
    { '2026-10-01 USD': '1', '2026-10-01 CNY': '9' },
    { USD: sumOf('1', 1, 1, '1'), CNY: sumOf('9', 1, 2, '9') },
  ],
  [
    'a row of no money is none, and the first of the largest is told',
    ['a5 0', 'a4 3', 'a2 3', 'a3 3', 'a1 2'],
    { '2026-10-01 USD': '11' },
    { USD: sumOf('11', 4, 2, '3') },
  ],
])('what a bill comes to: %s', (_, lines, days, rows) => {
  expect(sumsOf(...lines)).toEqual({ 0: { days, rows } });
});

test('each file by itself', () => {
  const sums = sumsOf('a1 1', 'b1 2');
  expect(Object.entries(sums).map(([source, { days }]) => [source, days['2026-10-01 USD']])).toEqual([
    ['0', '1'],
    ['1', '2'],
  ]);
});

/** What a bill comes to day by day; `-` is a day without a row. */
const daysOf = (bill: string) =>
  Object.fromEntries(
    bill.split(' ').flatMap((sum, day) => (sum === '-' ? [] : [[`2026-10-0${day + 1} USD`, sum]])),
  );

/** Bills of some days, which of them are refused, and for how many days. */
test.each<[what: string, bills: string, alike?: string]>([
  ['three days', '1 2 3 | 1 2 3', 'ab 3'],
  ['two days', '1 2 | 1 2'],
  ['two days of few decimals', '1234.56 7.12345 | 1234.56 7.12345'],
  ['two days, one of many', '1 0.431567 | 1 0.431567', 'ab 2'],
  ['a day', '0.431567 | 0.431567', 'ab 1'],
  ['the days that both have', '1 2 3 4 | - 2 3 4 5', 'ab 3'],
  ['four days of three sums', '1 1 2 3 | 1 1 2 3', 'ab 4'],
  ['four days of two sums', '1 1 2 2 | 1 1 2 2'],
  ['a day that differs', '1 2 3 4 | 1 2 3 5'],
  ['by a millionth', '1 2 3 | 1 2 3.000003', 'ab 3'],
  ['by more', '1 2 3 | 1 2 3.000004'],
  ['less by more', '1 2 3 | 1 2 2.999996'],
  ['days without money', '0 2 3 | 0 2 3'],
  ['days of which money was given back', '-1 2 3 | -1 2 3'],
  ['the first and the third of three', '1 2 3 | 7 8 9 | 1 2 3', 'ac 3'],
])('two bills that come to the same: %s', (_, bills, alike) => {
  const days = bills.split(' | ').map((bill) => daysOf(bill));
  const sums: BillSums = Object.fromEntries(days.map((some, source) => [source, { days: some, rows: {} }]));
  const said = refusedBy(() => refuseGroupedTwice(sums, headed({}, {}, {})));
  expect(said?.split(':')[0]).toBe(
    alike &&
      `${alike[0]} and ${alike[1]} come to the same sum on ${alike[3] === '1' ? 'the day that both have' : `each of ${alike[3]} days`}`,
  );
  if (alike) expect(said).toMatch(/\nGive the one that names models\.$/);
});

/** Sum and number of the rows of a bill, its largest one by its row, and whether it is told. */
test.each<[what: string, sum: string, count: number, largest: string, row?: number]>([
  ['a row of half of the money', '20', 7, '3:10', 3],
  ['of few rows', '20', 6, '3:10'],
  ['in cents', '20.02', 7, '3:10', 3],
  ['rounded up', '19.98', 7, '3:10', 3],
  ['of more than half', '19.97', 7, '3:10'],
  ['of less than half', '20.03', 7, '3:10'],
  ['money that was given back', '-20', 7, '3:-10'],
  ['no money', '0', 7, '3:0'],
])('a row that comes to all others: %s', (_, sum, count, rows, row) => {
  const [at, net = ''] = rows.split(':');
  const largest = { row: Number(at), net };
  const sums = { 1: { days: {}, rows: { USD: { sum, count, largest } } } };
  const said = `b, row ${row}: comes to the sum of all other rows. If it is a total, the bill counts twice: leave it out.`;
  expect(english(sumRows(sums, headed({}, {})))).toEqual(row === undefined ? [] : [said]);
});
