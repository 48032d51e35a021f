import { expect, test } from 'vitest';
import {
  atLeastZero,
  divide,
  exceeds,
  isNegative,
  isPositive,
  larger,
  roundHalfAway,
  smaller,
  toDecimal,
  toPlainText,
  ZERO,
} from '#shared/money/money.ts';
import { divideExactly, formatRatio, reciprocal } from '#shared/money/ratio.ts';
import { Sum } from '#shared/money/sum.ts';

test.each<[divisor: string, reciprocal: string | undefined]>([
  ['1', '1'],
  ['500000', '0.000002'],
  ['8', '0.125'],
  ['5', '0.2'],
  ['0.5', '2'],
  ['0.004', '250'],
  ['12.5', '0.08'],
  ['1024', '0.0009765625'],
  ['100000000000000000000', '0.00000000000000000001'],
  ['3', undefined],
  ['7', undefined],
  ['0.6', undefined],
  ['500000.5', undefined],
  ['0', undefined],
])('1 / %s is %s, exactly or not at all', (divisor, expected) => {
  const exact = reciprocal(toDecimal(divisor));
  expect(exact && toPlainText(exact)).toBe(expected);
  if (exact) expect(toPlainText(exact.times(toDecimal(divisor)))).toBe('1');
});

test.each<[dividend: string, divisor: string, quotient: string]>([
  ['1', '3', '0.333333333333'],
  ['2', '3', '0.666666666667'],
  ['0.000000000001', '2', '0'],
  ['0.000000000003', '2', '0.000000000002'],
  ['10', '4', '2.5'],
])('%s / %s is %s: 12 decimals, half-even', (dividend, divisor, expected) => {
  expect(toPlainText(divide(toDecimal(dividend), toDecimal(divisor)))).toBe(expected);
});

test.each<[dividend: string, divisor: string, quotient: string]>([
  ['10', '4', '2.5'],
  ['1', '3', '0.333333333333'],
  ['2', '3', '0.666666666667'],
  ['6', '3', '2'],
  ['0.5', '1000000000000000', '0.0000000000000005'],
  ['3', '0.000000000000006', '500000000000000'],
  ['1', '7', '0.142857142857'],
  ['99999999999999999999.9', '0.3', '333333333333333333333'],
])('%s / %s is %s: exact where it ends, else 12 decimals', (dividend, divisor, expected) => {
  expect(toPlainText(divideExactly(toDecimal(dividend), toDecimal(divisor)))).toBe(expected);
});

test.each<[a: string, b: string, ratio: string]>([
  ['110', '100', '11:10'],
  ['52.5', '50', '21:20'],
  ['0.3', '0.2', '3:2'],
  ['10', '0.4', '25:1'],
  ['99999999999999', '33333333333333', '3:1'],
  ['99999999999999', '100000000000000', '99999999999999:100000000000000'],
  ['1', '1', '1:1'],
  ['1.000000000001', '1', '1000000000001:1000000000000'],
  ['123456789012345678901234567890', '2', '61728394506172839450617283945:1'],
])('%s to %s is %s', (a, b, ratio) => expect(formatRatio(toDecimal(a), toDecimal(b))).toBe(ratio));

test.each<[value: string, whole: string]>([
  ['0.5', '1'],
  ['1.5', '2'],
  ['2.5', '3'],
  ['2.4999', '2'],
  ['7', '7'],
])('the whole number nearest to %s is %s, halves away from zero', (value, expected) => {
  expect(toPlainText(roundHalfAway(toDecimal(value)))).toBe(expected);
  expect(toPlainText(roundHalfAway(toDecimal(value).negated()))).toBe(`-${expected}`);
});

test.each(['0', '0.0', '0.000000000000'])('%s is zero and adds nothing to a sum', (text) =>
  expect(toDecimal(text)).toBe(ZERO),
);

test('a sum with an unknown term is unknown', () => {
  const sum = new Sum();
  for (const amount of [1, Number.NaN, 1]) sum.add(toDecimal(amount));
  expect(sum.value.isNaN()).toBe(true);
});

test.each<[value: string, isNegative: boolean, isPositive: boolean, atLeastZero: string]>([
  ['0', false, false, '0'],
  ['-0', false, false, '0'],
  ['0.01', false, true, '0.01'],
  ['-0.01', true, false, '0'],
])('%s is below 0: %s, above 0: %s', (value, negative, positive, magnitude) => {
  const exact = toDecimal(value);
  expect([isNegative(exact), isPositive(exact)]).toEqual([negative, positive]);
  expect(toPlainText(atLeastZero(exact))).toBe(magnitude);
});

test.each<[a: string, b: string, exceeds: boolean, larger: string, smaller: string]>([
  ['2', '1', true, '2', '1'],
  ['1', '2', false, '2', '1'],
  ['1.0', '1', false, '1', '1'],
  ['-2', '1', false, '1', '-2'],
])('%s is more than %s: %s', (a, b, isMore, more, less) => {
  const [x, y] = [toDecimal(a), toDecimal(b)];
  expect(exceeds(x, y)).toBe(isMore);
  expect([toPlainText(larger(x, y)), toPlainText(smaller(x, y))]).toEqual([more, less]);
});
