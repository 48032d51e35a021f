import { expect, test } from 'vitest';
import type { PriceChange } from '#shared/engine/survey/context.ts';
import type { ObservedPrice } from '#shared/log-facts.ts';
import { LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { buildPriceKey } from '#shared/pipeline/price-key.ts';
import { findPriceChanges } from '#shared/pipeline/reconcile/observed-price-changes.ts';
import { parseLogRows } from '../../support/pipeline/text-columns.ts';
import { tableRows } from '../../support/table.ts';

const START = Date.UTC(2026, 9, 1);

/** Parses `60 a input=2 @n`: seconds, group if any, prices, and the model if it is not `m`. */
function seenAt(row: string): ObservedPrice {
  const [seconds, ...words] = row.split(' ');
  const group = words.find((word) => !/[=@]/.test(word));
  const model = words.find((word) => word.startsWith('@'))?.slice(1) ?? 'm';
  const terms = words.map((word) => word.split('=')).filter(({ length }) => length === 2);
  const price = Object.fromEntries(terms.map(([term, value]) => [term, Number(value)]));
  return { model, ...(group !== undefined && { group }), price, at: START + Number(seconds) * 1000 };
}

/** Formats a change: model if it is not `m`, group, price term, and values with their seconds. */
const formatChange = ({ model, term, values, ...change }: PriceChange): string =>
  [
    ...(model === 'm' ? [] : [model]),
    'group' in change ? change.group : 'all',
    term,
    ...values.map(([value, since]) => `${value}@${(since - START) / 1000}`),
  ].join(' ');

const findChanges = (rows: string): string[] =>
  findPriceChanges(new LogColumns(), rows.split(', ').map(seenAt), (time) => time >= START).map(formatChange);

test.each(
  tableRows(`
  one price is no change                                                     | 0 input=1, 60 input=1 | 
  a ratio that was wrong for a while changes twice                           | 0 input=2.5, 60 input=0.25, 90 input=0.25, 120 input=2.5 | all input 2.5@0 0.25@60 2.5@120
  the order of rows does not matter                                          | 120 input=2.5, 0 input=2.5, 60 input=0.25 | all input 2.5@0 0.25@60 2.5@120
  prices that alternate for seconds are one change                           | 0 input=1, 60 input=2, 62 input=1, 63 input=2, 99 input=2 | all input 1@0 2@63
  several terms change separately                                            | 0 input=1 output=4, 60 input=1 output=3, 90 input=2 output=3 | all input 1@0 2@90; all output 4@0 3@60
  a row without the group ratio is skipped                                   | 0 input=1 group=1, 60 input=1, 90 input=1 group=1 | 
  groups with different prices are no change                                 | 0 a input=1 group=1, 60 b input=1 group=2, 90 a input=1 group=1 | 
  one group became more expensive                                            | 0 a input=1 group=1, 60 a input=1 group=1.5, 90 b input=1 group=1 | a group 1@0 1.5@60
  groups with their own ratios are no change                                 | 0 a input=1, 60 b input=2, 90 a input=1, 120 b input=2 | 
  a change for all, seen by some groups                                      | 0 a input=1, 60 a input=2, 70 b input=2, 130 a input=1 | all input 1@0 2@60 1@130
  prices that alternate for more than five seconds change again              | 0 input=1, 60 input=2, 65 input=1, 66 input=2, 72 input=1 | all input 1@0 2@66 1@72
  a third price within seconds is a change                                   | 0 input=1, 60 input=2, 62 input=3 | all input 1@0 2@60 3@62
  rows without the term are skipped                                          | 0 input=1, 30 output=4, 60 input=1 | 
  groups with their own multiplier are listed one by one                     | 0 a input=1 group=1, 0 b input=1 group=1, 60 a input=1 group=2, 61 b input=1 group=2 | a group 1@0 2@60; b group 1@0 2@61
  one group changed, and another one did not                                 | 0 a input=1, 10 b input=3, 60 a input=2, 120 b input=3 | a input 1@0 2@60
  two prices in one second are sorted                                        | 0 input=1, 60 input=3, 60 input=2 | all input 1@0 2@60 3@60
  two prices in one second, in the other order                               | 0 input=1, 60 input=2, 60 input=3 | all input 1@0 2@60 3@60
  two models change separately                                               | 0 input=1, 30 input=5 @n, 60 input=2, 90 input=6 @n | all input 1@0 2@60; n all input 5@30 6@90
  rows outside the period are skipped                                        | -60 input=1, 0 input=2 | 
  `),
)('%s', (_, rows = '', changes = '') => expect(findChanges(rows).join('; ')).toBe(changes));

test('at most twenty values are listed', () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${i * 60} input=${i}`);
  expect(findChanges(rows.join(', '))[0]?.split(' ')).toHaveLength(22);
});

test('a model with more than 1024 prices has no list', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => `${n * 60} input=${n}`).join(', ');
  expect([findChanges(rows(1024)), findChanges(rows(1025))]).toMatchObject([{ length: 1 }, []]);
});

/** Sales in columns, as `60 1 input=2`: seconds, duration of the request, and prices. */
const salesOf = (rows: readonly string[]): LogColumns =>
  parseLogRows(
    rows.map((row, place) => {
      const [second, seconds, price = '', flag = ''] = row.split(' ');
      return `r${place} price=${buildPriceKey(seenAt(`0 ${price}`))} time=${START + Number(second) * 1000} seconds=${seconds} ${flag}`.trim();
    }),
  );

const [FIRST, LAST] = [START + 60_000, START + 120_000];
test.each<readonly [start: number | undefined, end: number | undefined, changes: readonly string[]]>([
  [undefined, undefined, ['all input 1@59 2@90 3@120']],
  [FIRST, undefined, ['all input 2@90 3@120']],
  [undefined, LAST, ['all input 1@59 2@90']],
  [FIRST, LAST, []],
])('of a period from %s until %s, requests are dated by when they began', (start, end, changes) => {
  const sales = salesOf(['60 1 input=1', '90 0 input=2', '100 0 input=1 repeated', '130 0 call=7']);
  const isInPeriod = (time: number) => time >= (start ?? time) && time < (end ?? time + 1);
  expect(findPriceChanges(sales, [seenAt('120 input=3')], isInPeriod).map(formatChange)).toEqual(changes);
});
