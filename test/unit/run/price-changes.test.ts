import { expect, test } from 'vitest';
import type { PriceChange } from '#shared/engine/survey/facts.ts';
import type { PriceSeen } from '#shared/facts.ts';
import { LogColumns } from '#shared/run/columns/log-columns.ts';
import { priceChanges, priceTimes } from '#shared/run/reconcile/price-changes.ts';

const START = Date.UTC(2026, 9, 1);

/** A row as `60 a input=2`: seconds, the group if it has one, and prices. */
function seenAt(row: string): PriceSeen {
  const [seconds, ...words] = row.split(' ');
  const group = words.find((word) => !word.includes('='));
  const terms = words.map((word) => word.split('=')).filter(({ length }) => length === 2);
  const price = Object.fromEntries(terms.map(([term, value]) => [term, Number(value)]));
  return { model: 'm', ...(group !== undefined && { group }), price, at: START + Number(seconds) * 1000 };
}

/** Group, term, and values with their seconds. */
const told = ({ group = 'all', term, values }: PriceChange): string =>
  [group, term, ...values.map(([value, since]) => `${value}@${(since - START) / 1000}`)].join(' ');

const changesOf = (seen: string): string[] =>
  priceChanges(
    priceTimes(
      new LogColumns(),
      seen.split(', ').map(seenAt),
      { start: START, end: undefined },
      new Set(['m']),
    ),
  ).map(told);

test.each(
  Object.entries<readonly [seen: string, changes: string[]]>({
    'one price': ['0 input=1, 60 input=1', []],
    'a ratio that was wrong for a while': [
      '0 input=2.5, 60 input=0.25, 90 input=0.25, 120 input=2.5',
      ['all input 2.5@0 0.25@60 2.5@120'],
    ],
    'in whatever order rows come': [
      '120 input=2.5, 0 input=2.5, 60 input=0.25',
      ['all input 2.5@0 0.25@60 2.5@120'],
    ],
    'two prices alternate for seconds while one takes over': [
      '0 input=1, 60 input=2, 62 input=1, 63 input=2, 99 input=2',
      ['all input 1@0 2@63'],
    ],
    'several terms, each by itself': [
      '0 input=1 output=4, 60 input=1 output=3, 90 input=2 output=3',
      ['all input 1@0 2@90', 'all output 4@0 3@60'],
    ],
    'customers with a multiplier of their own say nothing of their group': [
      '0 input=1 group=1, 60 input=1, 90 input=1 group=1',
      [],
    ],
    'groups that always cost differently': [
      '0 a input=1 group=1, 60 b input=1 group=2, 90 a input=1 group=1',
      [],
    ],
    'one group became dearer': [
      '0 a input=1 group=1, 60 a input=1 group=1.5, 90 b input=1 group=1',
      ['a group 1@0 1.5@60'],
    ],
    'a ratio that groups have of their own': ['0 a input=1, 60 b input=2, 90 a input=1, 120 b input=2', []],
    'a change that some groups saw': [
      '0 a input=1, 60 a input=2, 70 b input=2, 130 a input=1',
      ['all input 1@0 2@60 1@130'],
    ],
    'what lies outside the period': ['-60 input=1, 0 input=2', []],
  }),
)('%s', (_, [seen, changes]) => expect(changesOf(seen)).toEqual(changes));

test('at most twenty values are told', () => {
  const seen = Array.from({ length: 30 }, (_, i) => `${i * 60} input=${i}`);
  expect(changesOf(seen.join(', '))[0]?.split(' ')).toHaveLength(22);
});
