import { expect, test } from 'vitest';
import { type BillSums, billSums, refuseGroupedTwice, sumRows } from '#shared/run/guards/bill-sums.ts';
import type { Books } from '#shared/run/link/link.ts';
import { english, headed, refusedBy } from '../../../support/run/headed.ts';

type Charge = Books['upstreamCharges'][number];
/** A row of a bill, by its file and its number there. */
type Line = readonly [source: number, row: number, occurredAt: string, cost: string, more?: Partial<Charge>];
const sumsOf = (...lines: readonly Line[]) =>
  billSums({
    upstreamCharges: lines.map(
      ([, , occurredAt, costAmount, more]) =>
        ({ occurredAt, costAmount, currency: 'USD', ...more }) as Charge,
    ),
    places: { upstreamCharges: lines.map(([source, row]) => ({ source, row })) } as Books['places'],
  });
const FIRST = '2026-10-01T10:00:00Z';
const EAST = '2026-10-01T05:00:00+08:00';

test.each<[what: string, lines: readonly Line[], days: object, rows: object]>([
  [
    'days add up, in UTC, less what was given back',
    [
      [0, 1, FIRST, '2'],
      [0, 2, FIRST, '3', { refundAmount: '1' }],
      [0, 3, EAST, '1.5'],
    ],
    { '2026-10-01 USD': '4', '2026-09-30 USD': '1.5' },
    { USD: { sum: '5.5', count: 3, largest: [{ row: 1, net: '2' }] } },
  ],
  [
    'a row that names its request is of no day',
    [
      [0, 1, FIRST, '1', { requestId: 'r' }],
      [0, 2, FIRST, '7'],
    ],
    { '2026-10-01 USD': '7' },
    { USD: { sum: '8', count: 2, largest: [{ row: 2, net: '7' }] } },
  ],
  [
    'each currency by itself',
    [
      [0, 1, FIRST, '1'],
      [0, 2, FIRST, '9', { currency: 'cny' }],
    ],
    { '2026-10-01 USD': '1', '2026-10-01 CNY': '9' },
    {
      USD: { sum: '1', count: 1, largest: [{ row: 1, net: '1' }] },
      CNY: { sum: '9', count: 1, largest: [{ row: 2, net: '9' }] },
    },
  ],
  [
    'a row of no money is none, and the first of the largest is told',
    [
      [0, 5, FIRST, '0'],
      [0, 4, FIRST, '3'],
      [0, 2, FIRST, '3'],
      [0, 3, FIRST, '3'],
      [0, 1, FIRST, '2'],
    ],
    { '2026-10-01 USD': '11' },
    { USD: { sum: '11', count: 4, largest: [{ row: 2, net: '3' }] } },
  ],
])('what a bill comes to: %s', (_, lines, days, rows) => {
  expect(sumsOf(...lines)).toEqual({ 0: { days, rows } });
});

test('each file by itself', () => {
  const sums = sumsOf([0, 1, FIRST, '1'], [1, 1, FIRST, '2']);
  expect(Object.entries(sums).map(([source, { days }]) => [source, days['2026-10-01 USD']])).toEqual([
    ['0', '1'],
    ['1', '2'],
  ]);
});

const days = (...sums: readonly string[]) =>
  Object.fromEntries(sums.flatMap((sum, day) => (sum ? [[`2026-10-0${day + 1} USD`, sum]] : [])));

test.each<[bills: string, days: readonly Record<string, string>[], alike?: string]>([
  [
    'three days',
    [days('1', '2', '3'), days('1', '2', '3')],
    'a and b come to the same sum on each of 3 days',
  ],
  ['two days', [days('1', '2'), days('1', '2')]],
  ['two days of few digits', [days('12', '345'), days('12', '345')]],
  [
    'two days of many digits',
    [days('1.234', '56'), days('1.234', '56')],
    'a and b come to the same sum on each of 2 days',
  ],
  ['a day', [days('0.431567'), days('0.431567')], 'a and b come to the same sum on the day that both have'],
  [
    'the days that both have',
    [days('1', '2', '3', '4'), days('', '2', '3', '4', '5')],
    'a and b come to the same sum on each of 3 days',
  ],
  [
    'four days of three sums',
    [days('1', '1', '2', '3'), days('1', '1', '2', '3')],
    'a and b come to the same sum on each of 4 days',
  ],
  ['four days of two sums', [days('1', '1', '2', '2'), days('1', '1', '2', '2')]],
  ['a day that differs', [days('1', '2', '3', '4'), days('1', '2', '3', '5')]],
  [
    'by a millionth',
    [days('1', '2', '3'), days('1', '2', '3.000003')],
    'a and b come to the same sum on each of 3 days',
  ],
  ['by more', [days('1', '2', '3'), days('1', '2', '3.000004')]],
  ['less by more', [days('1', '2', '3'), days('1', '2', '2.999996')]],
  ['days without money', [days('0', '2', '3'), days('0', '2', '3')]],
  ['days of which money was given back', [days('-1', '2', '3'), days('-1', '2', '3')]],
  [
    'the first and the third of three',
    [days('1', '2', '3'), days('7', '8', '9'), days('1', '2', '3')],
    'a and c come to the same sum on each of 3 days',
  ],
])('two bills that come to the same: %s', (_, all, alike) => {
  const sums: BillSums = Object.fromEntries(all.map((some, source) => [source, { days: some, rows: {} }]));
  const said = refusedBy(() => refuseGroupedTwice(sums, headed({}, {}, {})));
  expect(said?.split(':')[0]).toBe(alike);
  if (alike) expect(said).toMatch(/\nGive the one that names models\.$/);
});

type Largest = BillSums[string]['rows'][string]['largest'];
test.each<[bill: string, sum: string, count: number, largest: Largest, row?: number]>([
  ['a row of half of the money', '20', 7, [{ row: 3, net: '10' }], 3],
  ['of few rows', '20', 6, [{ row: 3, net: '10' }]],
  ['in cents', '20.02', 7, [{ row: 3, net: '10' }], 3],
  ['rounded up', '19.98', 7, [{ row: 3, net: '10' }], 3],
  ['of more than half', '19.97', 7, [{ row: 3, net: '10' }]],
  ['of less than half', '20.03', 7, [{ row: 3, net: '10' }]],
  [
    'the largest of all parts',
    '20',
    7,
    [
      { row: 3, net: '9' },
      { row: 5, net: '10' },
    ],
    5,
  ],
  [
    'the first of equal ones',
    '20',
    7,
    [
      { row: 5, net: '10' },
      { row: 3, net: '10' },
    ],
    3,
  ],
  ['money that was given back', '-20', 7, [{ row: 3, net: '-10' }]],
  ['no money', '0', 7, [{ row: 3, net: '0' }]],
])('a row that comes to all others: %s', (_, sum, count, largest, row) => {
  const sums = { 1: { days: {}, rows: { USD: { sum, count, largest } } } };
  const said = `b, row ${row}: comes to the sum of all other rows. If it is a total, the bill counts twice: leave it out.`;
  expect(english(sumRows(sums, headed({}, {})))).toEqual(row === undefined ? [] : [said]);
});
