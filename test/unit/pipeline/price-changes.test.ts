import { expect, test } from 'vitest';
import type { PriceChange } from '#shared/engine/survey/input-facts.ts';
import { buildPriceKey, type ObservedPrice } from '#shared/log-facts.ts';
import { LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { findPriceChanges } from '#shared/pipeline/reconcile/observed-price-changes.ts';
import { logsOf } from '../../support/pipeline/columns-here.ts';
import { tableRows } from '../../support/table.ts';

const START = Date.UTC(2026, 9, 1);

/** A row as `60 a input=2 @n`: seconds, the group if it has one, prices, and the model where it is not `m`. */
function seenAt(row: string): ObservedPrice {
  const [seconds, ...words] = row.split(' ');
  const group = words.find((word) => !/[=@]/.test(word));
  const model = words.find((word) => word.startsWith('@'))?.slice(1) ?? 'm';
  const terms = words.map((word) => word.split('=')).filter(({ length }) => length === 2);
  const price = Object.fromEntries(terms.map(([term, value]) => [term, Number(value)]));
  return { model, ...(group !== undefined && { group }), price, at: START + Number(seconds) * 1000 };
}

/** Group, term, and values with their seconds. */
const told = ({ model, term, values, ...change }: PriceChange): string =>
  [
    ...(model === 'm' ? [] : [model]),
    'group' in change ? change.group : 'all',
    term,
    ...values.map(([value, since]) => `${value}@${(since - START) / 1000}`),
  ].join(' ');

const changesOf = (seen: string): string[] =>
  findPriceChanges(new LogColumns(), seen.split(', ').map(seenAt), (time) => time >= START).map(told);

test.each(
  tableRows(`
  one price                                                    | 0 input=1, 60 input=1 | 
  a ratio that was wrong for a while                           | 0 input=2.5, 60 input=0.25, 90 input=0.25, 120 input=2.5 | all input 2.5@0 0.25@60 2.5@120
  in whatever order rows come                                  | 120 input=2.5, 0 input=2.5, 60 input=0.25 | all input 2.5@0 0.25@60 2.5@120
  two prices alternate for seconds while one takes over        | 0 input=1, 60 input=2, 62 input=1, 63 input=2, 99 input=2 | all input 1@0 2@63
  several terms, each by itself                                | 0 input=1 output=4, 60 input=1 output=3, 90 input=2 output=3 | all input 1@0 2@90; all output 4@0 3@60
  customers with a multiplier of their own say nothing of their group | 0 input=1 group=1, 60 input=1, 90 input=1 group=1 | 
  groups that always cost differently                          | 0 a input=1 group=1, 60 b input=1 group=2, 90 a input=1 group=1 | 
  one group became dearer                                      | 0 a input=1 group=1, 60 a input=1 group=1.5, 90 b input=1 group=1 | a group 1@0 1.5@60
  a ratio that groups have of their own                        | 0 a input=1, 60 b input=2, 90 a input=1, 120 b input=2 | 
  a change that some groups saw                                | 0 a input=1, 60 a input=2, 70 b input=2, 130 a input=1 | all input 1@0 2@60 1@130
  two prices that alternate for five seconds, and no longer    | 0 input=1, 60 input=2, 65 input=1, 66 input=2, 72 input=1 | all input 1@0 2@66 1@72
  a third price within seconds                                 | 0 input=1, 60 input=2, 62 input=3 | all input 1@0 2@60 3@62
  a term that some rows do not state                           | 0 input=1, 30 output=4, 60 input=1 | 
  every group became dearer, which is told group by group      | 0 a input=1 group=1, 0 b input=1 group=1, 60 a input=1 group=2, 61 b input=1 group=2 | a group 1@0 2@60; b group 1@0 2@61
  a change of one group, beside another that always cost the same | 0 a input=1, 10 b input=3, 60 a input=2, 120 b input=3 | a input 1@0 2@60
  two prices of one second, in whatever order they come        | 0 input=1, 60 input=3, 60 input=2 | all input 1@0 2@60 3@60
  in whatever order they come, likewise                        | 0 input=1, 60 input=2, 60 input=3 | all input 1@0 2@60 3@60
  of two models, each by itself                                | 0 input=1, 30 input=5 @n, 60 input=2, 90 input=6 @n | all input 1@0 2@60; n all input 5@30 6@90
  what lies outside the period                                 | -60 input=1, 0 input=2 | 
  `),
)('%s', (_, seen = '', changes = '') => expect(changesOf(seen).join('; ')).toBe(changes));

test('at most twenty values are listed', () => {
  const seen = Array.from({ length: 30 }, (_, i) => `${i * 60} input=${i}`);
  expect(changesOf(seen.join(', '))[0]?.split(' ')).toHaveLength(22);
});

test('a model with more than 1024 prices has no list', () => {
  const seen = (count: number) => Array.from({ length: count }, (_, n) => `${n * 60} input=${n}`).join(', ');
  expect([changesOf(seen(1024)), changesOf(seen(1025))]).toMatchObject([{ length: 1 }, []]);
});

/** Plain sales at `60 1 input=2`: seconds, and how long the request took. */
const salesOf = (rows: readonly string[]): LogColumns =>
  logsOf(
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
  expect(findPriceChanges(sales, [seenAt('120 input=3')], isInPeriod).map(told)).toEqual(changes);
});
