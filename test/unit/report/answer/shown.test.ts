import { expect, test } from 'vitest';
import {
  formatAmount,
  formatAmounts,
  formatMarginRate,
  formatPercent,
  formatShare,
} from '#shared/report/answer/format-amount.ts';

test.each([
  ['0', '0'],
  ['45.0899', '45.09'],
  ['0.1', '0.10'],
  ['0.0999', '0.0999'],
  ['0.03', '0.0300'],
  ['0.000002', '0.000002'],
  ['0.0000123456', '0.000012'],
  ['0.000000000456', '0.00000000046'],
  ['-0.000000000000000064', '0'],
  ['-0.29', '-0.29'],
  ['1234567.891', '1,234,567.89'],
  ['2.675', '2.68'],
  ['2.665', '2.66'],
])('%s is shown as %s', (exact, text) => {
  expect(formatAmount(exact)).toBe(text);
});

test('decimal points are aligned', () => {
  expect(formatAmounts(['1234', '0.05', '0', null])).toEqual(['1,234.00  ', '0.0500', '0     ', null]);
});

test.each([
  [0.233, '23.3 %'],
  [-0.201, '-20.1 %'],
])('the share %d is written %s', (rate, text) => {
  expect(formatPercent(rate, 'en')).toBe(text);
});

test.each([
  [0, '0.0 %'],
  [1.2, '120.0 %'],
  [3, '3×'],
  [271.44, '271×'],
  [1_234_567, '1,230,000×'],
])('the part %d is written %s', (ratio, text) => {
  expect(formatShare(ratio, 'en')).toBe(text);
});

test.each([
  [0, '0.0 %', '0%'],
  [0.233, '23.3 %', '23.3%'],
  [-0.999, '-99.9 %', '-99.9%'],
  [-1, 'cost 2×', '成本 2×'],
  [-269.8, 'cost 271×', '成本 271×'],
])('the remaining revenue %d is written %s', (rate, english, chinese) => {
  expect([formatMarginRate(rate, 'en'), formatMarginRate(rate, 'zh')]).toEqual([english, chinese]);
});
