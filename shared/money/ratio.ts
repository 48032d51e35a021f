import { Exact, fractionPart, integerPart, isShort } from './exact.ts';
import { type Decimal, divide, toPlainText } from './money.ts';

/** `1 / divisor` of a divisor of at least 0, exact; `undefined` for 0 and if its decimals never end (3, 7, 0.6). */
export function reciprocal(divisor: Decimal): Decimal | undefined {
  const [digits = '', exponent] = divisor.toExponential().split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  let rest = BigInt(whole + decimals);
  if (rest === 0n) return undefined;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  if (rest !== 1n) return undefined;
  // 1 / (2^a × 5^b) = 2^(n-a) × 5^(n-b) / 10^n with n = max(a, b).
  const places = Math.max(twos, fives);
  const coefficient = 2n ** BigInt(places - twos) * 5n ** BigInt(places - fives);
  return new Exact(`${coefficient}e${decimals.length - Number(exponent) - places}`);
}

/** Reduces the ratio of two decimals above 0 to whole numbers in lowest terms. */
function reduceRatio(a: Decimal, b: Decimal): [string, string] {
  // Fast path for two whole numbers, which takes a sixth of the time: most amounts paid and credited are whole.
  if (isShort(a) && isShort(b) && fractionPart(a) === 0 && fractionPart(b) === 0) {
    let [divisor, rest] = [integerPart(a), integerPart(b)];
    while (rest > 0) [divisor, rest] = [rest, divisor % rest];
    return [`${integerPart(a) / divisor}`, `${integerPart(b) / divisor}`];
  }
  const [wholeA = '', decimalsA = ''] = toPlainText(a).split('.');
  const [wholeB = '', decimalsB = ''] = toPlainText(b).split('.');
  const places = Math.max(decimalsA.length, decimalsB.length);
  const scaledA = BigInt(wholeA + decimalsA.padEnd(places, '0'));
  const scaledB = BigInt(wholeB + decimalsB.padEnd(places, '0'));
  let [divisor, rest] = [scaledA, scaledB];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return [`${scaledA / divisor}`, `${scaledB / divisor}`];
}

/** Formats the ratio of two decimals above 0 in lowest terms: `11:10`. */
export const formatRatio = (a: Decimal, b: Decimal): string => reduceRatio(a, b).join(':');

/** `dividend / divisor`, both above 0: exact if its decimals end, else to 12 decimals, half-even. */
export function divideExactly(dividend: Decimal, divisor: Decimal): Decimal {
  const [numerator, denominator] = reduceRatio(dividend, divisor);
  const inverse = reciprocal(new Exact(denominator));
  return inverse ? inverse.times(numerator) : divide(dividend, divisor);
}
