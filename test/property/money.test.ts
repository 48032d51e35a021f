import BigNumber from 'bignumber.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DECIMAL_PATTERN } from '#shared/decimal-text.ts';
import { Exact } from '#shared/money/exact.ts';
import {
  addExact,
  compare,
  computeRate,
  type Decimal,
  mayBeImprecise,
  roundForDisplay,
  roundTextForDisplay,
  subtract,
  sumBy,
  toDecimal,
  toPlainText,
  ZERO,
} from '#shared/money/money.ts';
import { Sum } from '#shared/money/sum.ts';

const runs = { numRuns: 2000 };

const digit = fc.constantFrom(...'0123456789');
const few = fc.constantFrom(...'00000000000000000009');
const digits = fc.oneof(
  fc.string({ unit: digit, maxLength: 20 }),
  fc.string({ unit: digit, maxLength: 64 }),
  fc.string({ unit: few, maxLength: 64 }),
);
/** Canonical texts: many zeros, up to 64 digits on either side. */
const text = fc
  .tuple(digits, fc.option(digits, { nil: undefined }))
  .map(([whole, fraction]) => `${whole.replace(/^0+/, '') || '0'}${fraction ? `.${fraction}` : ''}`);
const signed = fc
  .tuple(
    fc.oneof(
      text,
      fc.constantFrom('0', '0.000000000000001', '0.00000000000001', '99999999999999', '0.1', '9e15'),
    ),
    fc.boolean(),
  )
  .map(([amount, isNegative]): Decimal => (isNegative ? toDecimal(amount).negated() : toDecimal(amount)));

const parts = ({ s, e, c }: Decimal) => ({ s, e, c });

test('texts are parsed as bignumber.js parses them', () => {
  fc.assert(
    fc.property(text, (amount) => {
      expect(parts(toDecimal(amount))).toEqual(parts(new Exact(amount)));
    }),
    runs,
  );
});

test('decimals are printed as bignumber.js prints them', () => {
  fc.assert(
    fc.property(signed, signed, (a, b) => {
      // Twice, because a long text is kept.
      for (const value of [a, a, a.negated(), a.minus(b), a.times(b)])
        expect(toPlainText(value)).toBe(value.isZero() ? '0' : value.toFixed());
    }),
    runs,
  );
});

test('a text is rounded for display like its decimal', () => {
  const nearCarry = fc.stringMatching(/^-?[09]\.[0189]{5,7}[459]?[05]{0,3}[1-9]$/);
  fc.assert(
    fc.property(fc.oneof(nearCarry, signed.map(toPlainText)), (amount) => {
      expect(roundTextForDisplay(amount)).toBe(toPlainText(roundForDisplay(toDecimal(amount))));
    }),
    runs,
  );
});

test('short decimals are added, subtracted and compared as by bignumber.js', () => {
  /** Of the library's own settings and operations, and no exponents. */
  const Library = BigNumber.clone({ EXPONENTIAL_AT: 1e9 });
  const library = (value: Decimal) => new Library(value.toFixed());
  fc.assert(
    fc.property(signed, signed, (a, b) => {
      const [x, y] = [library(a), library(b)];
      expect(toPlainText(a.plus(b))).toBe(toPlainText(x.plus(y)));
      expect(toPlainText(a.minus(b))).toBe(toPlainText(x.minus(y)));
      expect(toPlainText(addExact(a, b))).toBe(toPlainText(x.plus(y)));
      expect(toPlainText(subtract(a, b))).toBe(toPlainText(x.minus(y)));
      for (const own of [a.plus(b), a.minus(b), addExact(a, b), subtract(a, b)])
        if (!own.isZero()) expect(parts(own)).toEqual(parts(library(own)));
      expect(a.comparedTo(b)).toBe(x.comparedTo(y));
      expect(compare(a, b)).toBe(x.comparedTo(y));
    }),
    { numRuns: 10_000 },
  );
});

test('other operations are those of the library', () => {
  const [own, library] = [Exact.prototype, BigNumber.clone().prototype].map((prototype) =>
    Object.entries(prototype).map(([name, value]) => [name, String(value)]),
  );
  expect(own).toEqual(library);
});

test.each([
  ['.5', '0.5'],
  ['1.', '1'],
  ['01', '1'],
  ['00.5', '0.5'],
  ['-1', '-1'],
  ['1e3', '1000'],
])('%s is not a plain number, but is still read as %s', (odd, expected) => {
  expect(DECIMAL_PATTERN.test(odd)).toBe(false);
  expect(toPlainText(toDecimal(odd))).toBe(expected);
  expect(parts(toDecimal(odd))).toEqual(parts(toDecimal(expected)));
});

test.each(['', '.', '1.2.3', '1-'])('%j is not a number', (text) => {
  expect(() => toDecimal(text)).toThrow('Not a number');
});

test('a mutable sum equals the sum of decimals', () => {
  fc.assert(
    fc.property(fc.array(signed), fc.nat({ max: 10 }), (amounts, look) => {
      const sum = new Sum();
      for (const [index, amount] of amounts.entries()) {
        sum.add(amount);
        // Reading a sum in between must not change it.
        if (index === look) toPlainText(sum.value);
      }
      expect(toPlainText(sum.value)).toBe(toPlainText(amounts.reduce((a, b) => a.plus(b), ZERO)));
    }),
    runs,
  );
});

test.each(['', '-'])('sums are exact beyond the safe integers: %s', (sign) => {
  const sum = new Sum();
  for (let i = 0; i < 20_000; i++) sum.add(toDecimal(`${sign}99999999999999.9999999999`));
  expect(toPlainText(sum.value)).toBe(`${sign}1999999999999999999.999998`);
});

test('a total is the sum of its terms, and 0 without terms', () => {
  expect(sumBy([], () => toDecimal('1'))).toBe(ZERO);
  expect(toPlainText(sumBy(['1', '2.5'], toDecimal))).toBe('3.5');
});

test.each([
  [0.1, false],
  [0.30000000000000004, true],
  [123456789012345, false],
  [1234567890123456, true],
  [1234567890123450, false],
  [0.000000123456789012345, false],
  [1.234567890123456e-7, true],
  [1e21, false],
  [1.234567890123456e21, true],
  [5e-324, false],
  ['0.30000000000000004', false],
  [undefined, false],
])('%s has more than 15 significant digits: %s', (amount, expected) => {
  expect(mayBeImprecise(amount)).toBe(expected);
});

const ExactRate = BigNumber.clone({ DECIMAL_PLACES: 6, ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN });
/** A whole and a part of it that lies at the middle between two millionths, or a little beside it. */
const nearMiddle = fc
  .tuple(text, fc.integer({ min: -9_000_000, max: 9_000_000 }), fc.integer({ min: -2, max: 2 }), fc.nat(40))
  .map(([whole, halves, beside, places]): [Decimal, Decimal] => {
    const part = toDecimal(whole).times(new Exact(halves).times(2).plus(1).shiftedBy(-6).div(2));
    return [part.plus(new Exact(beside).shiftedBy(-places)), toDecimal(whole)];
  });

test('a rate is the exact quotient, rounded half-even to millionths, also at the midpoint', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(signed, signed), nearMiddle), ([part, whole]) => {
      fc.pre(!whole.isZero());
      const exact = Number(new ExactRate(part.toFixed()).div(whole.toFixed()).toFixed());
      expect(computeRate(part, whole)).toBe(Number.isFinite(exact) ? exact + 0 : null);
    }),
    runs,
  );
});

test.each([
  ['1', '3', 0.333333],
  ['2', '3', 0.666667],
  ['-1', '8000000', 0],
  ['0.0000005', '1', 0],
  ['0.0000015', '1', 0.000002],
  ['-2', '1', -2],
  ['1e308', '1e-308', null],
])('the rate of %s to %s is %s', (part, whole, expected) => {
  expect(computeRate(toDecimal(part), toDecimal(whole))).toBe(expected);
});

test.each([
  ['0', '0'],
  ['-0', '0'],
  ['1e3', '1000'],
  ['1e-7', '0.0000001'],
  ['1.50', '1.5'],
])('%s is printed as %s', (from, to) => {
  expect(toPlainText(toDecimal(from))).toBe(to);
});
