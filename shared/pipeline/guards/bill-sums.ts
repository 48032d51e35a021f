import { formatDay, parseInstant } from '../../instant.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, exceeds, isPositive, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { Rejection } from '../../rejections.ts';
import type { Sentence } from '../../sentence.ts';
import type { Books } from '../link/link.ts';
import type { Source } from '../read/source.ts';

/** What a row of a bill costs, less what was given back. */
interface Line {
  readonly source: number;
  readonly row: number;
  readonly net: Decimal;
  readonly currency: string;
  /** Where it names no request. */
  readonly day: string | undefined;
}

const eachOf = <T, TMade>(groups: ReadonlyMap<unknown, T>, make: (of: T) => TMade): Record<string, TMade> =>
  Object.fromEntries([...groups].map(([name, of]) => [name, make(of)]));

const sumOf = (lines: readonly Line[]): string => toPlainText(sumBy(lines, ({ net }) => net));

/** The first of the largest. */
function largestIn(lines: readonly Line[]): { row: number; net: string } {
  const isLarger = (a: Line, b: Line) => exceeds(a.net, b.net) || (a.net.eq(b.net) && a.row < b.row);
  const { row, net } = lines.reduce((largest, line) => (isLarger(line, largest) ? line : largest));
  return { row, net: toPlainText(net) };
}

/** By source, what its rows come to; amounts are plain decimals. */
export type BillSums = Readonly<Record<string, ReturnType<typeof sumsOf>>>;

const sumsOf = (lines: readonly Line[]) => ({
  /** By day and currency, rows without request ids. */
  days: eachOf(
    Map.groupBy(
      lines.filter(({ day }) => day !== undefined),
      ({ day, currency }) => `${day} ${currency}`,
    ),
    sumOf,
  ),
  /** By currency, rows that cost something. */
  rows: eachOf(
    Map.groupBy(
      lines.filter(({ net }) => !net.isZero()),
      ({ currency }) => currency,
    ),
    (some) => ({ sum: sumOf(some), count: some.length, largest: largestIn(some) }),
  ),
});

export function billSums({ upstreamCharges, places }: Pick<Books, 'upstreamCharges' | 'places'>): BillSums {
  const lines = upstreamCharges.map((charge, index): Line => {
    const { requestId, occurredAt, currency = '', costAmount, refundAmount = 0 } = charge;
    const place = places.upstreamCharges[index] as Pick<Line, 'source' | 'row'>;
    const net = toDecimal(costAmount).minus(toDecimal(refundAmount));
    const day = requestId === undefined ? formatDay(parseInstant(occurredAt)) : undefined;
    return { ...place, net, currency: toCurrencyCode(currency), day };
  });
  return eachOf(
    Map.groupBy(lines, ({ source }) => source),
    sumsOf,
  );
}

/** So many different sums, or decimals of one, are no chance: what is reserved may cost the same in two accounts. */
const SUMS_MIN = 3;
const DECIMALS_MIN = 6;
/** Providers add up in doubles. */
const DAY_SHARE_MAX = '0.000001';

/** The days that two bills have, if they come to the same on each of them. */
function daysAlike(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): number {
  const shared = Object.entries(a).filter(
    ([day, sum]) => isPositive(toDecimal(sum)) && Object.hasOwn(b, day),
  );
  const isOne = shared.every(([day, sum]) => {
    const own = toDecimal(sum);
    return !exceeds(own.minus(toDecimal(b[day] as string)).abs(), own.times(DAY_SHARE_MAX));
  });
  const differing = [...new Set(shared.map(([, sum]) => sum))];
  const isFine = differing.some((sum) => (toDecimal(sum).decimalPlaces() ?? 0) >= DECIMALS_MIN);
  return isOne && (differing.length >= SUMS_MIN || isFine) ? shared.length : 0;
}

/** Most bills with one sum on a day that a bill is compared with. */
const COMPARED_MAX = 8;
const DIGITS = 5;
/** A day's sum in a few digits: the text of a sum that is the same but for doubles is one of these two. */
const roughly = (day: string, sum: string): string[] =>
  [1 - Number(DAY_SHARE_MAX), 1 + Number(DAY_SHARE_MAX)].map(
    (factor) => `${day} ${(factor * Number(sum)).toPrecision(DIGITS)}`,
  );

/**
 * Exports of one bill by model and by project share no row that is equal, and each holds all of the money.
 * @throws Rejection where two bills come to the same sum on each of their days
 */
export function refuseGroupedTwice(sums: BillSums, sources: readonly Source[]): void {
  /** Earlier bills by what they come to on a day. */
  const earlier = new Map<string, string[]>();
  for (const [bill, { days }] of Object.entries(sums)) {
    const texts = new Set(Object.entries(days).flatMap(([day, sum]) => roughly(day, sum)));
    for (const other of new Set([...texts].flatMap((text) => earlier.get(text) ?? []))) {
      const alike = daysAlike((sums[other] as BillSums[string]).days, days);
      if (alike === 0) continue;
      const [{ place: a }, { place: b }] = [
        sources[Number(other)] as Source,
        sources[Number(bill)] as Source,
      ];
      throw new Rejection(
        'invalid_request',
        {
          en: `${a} and ${b} come to the same sum on ${alike === 1 ? 'the day that both have' : `each of ${alike} days`}: they are one bill, grouped or written in two ways.`,
          zh: `${a} 与 ${b} 在 ${alike} 天里每天的金额都相同：是同一份账单的两种分组或写法。`,
        },
        [{ en: 'Give the one that names models.', zh: '请只给出按模型分组的那一份。' }],
      );
    }
    for (const text of texts) {
      const bills = earlier.get(text) ?? [];
      if (bills.length < COMPARED_MAX) bills.push(bill);
      earlier.set(text, bills);
    }
  }
}

/** Of fewer rows one may be worth all others by chance. */
const ROWS_MIN = 7;
/** Totals are printed in cents where rows have more decimals. */
const SUM_SHARE_MAX = '0.002';

/** Rows that double a bill, whatever they are called: each comes to what all others come to. */
export const sumRows = (sums: BillSums, sources: readonly Source[]): Sentence[] =>
  Object.entries(sums).flatMap(([source, { rows }]) =>
    Object.values(rows).flatMap(({ sum, count, largest }) => {
      const [{ row }, net] = [largest, toDecimal(largest.net)];
      const apart = toDecimal(sum).minus(net).minus(net).abs();
      if (count < ROWS_MIN || !isPositive(net) || exceeds(apart, net.times(SUM_SHARE_MAX))) return [];
      const { place } = sources[Number(source)] as Source;
      return [
        {
          en: `${place}, row ${row}: comes to the sum of all other rows. If it is a total, the bill counts twice: leave it out.`,
          zh: `${place} 第 ${row} 行：等于其余各行之和。如果它是合计，账单就重复计算了，请删去该行。`,
        },
      ];
    }),
  );
