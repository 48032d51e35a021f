import { expect, test } from 'vitest';
import { decimal, rate } from '#shared/money.ts';

test.each<[part: string, whole: string, rate: number]>([
  ['1', '3', 0.333333],
  ['2', '3', 0.666667],
  ['0.000005', '2', 0.000002],
  ['0.000007', '2', 0.000004],
  ['-0.000005', '2', -0.000002],
  ['0', '5', 0],
])('%s / %s is the rate %d: 6 decimals, half-even', (part, whole, expected) => {
  const negative = part.startsWith('-');
  const exact = decimal(part.replace('-', ''));
  expect(rate(negative ? exact.negated() : exact, decimal(whole))).toBe(expected);
});
