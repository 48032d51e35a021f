import { Sum } from '../../money/sum.ts';
import { type Decimal, decimal, exceeds, isPositive, plain } from '../../money.ts';
import type { Sentence } from '../../sentence.ts';
import type { Books } from '../link/link.ts';
import type { Source } from '../read/source.ts';

/** What the rows of a bill come to in one currency, as plain decimals, and its largest row. */
interface BillSum {
  readonly sum: string;
  readonly largest: string;
  readonly row: number;
  /** Rows that cost something. */
  readonly rows: number;
}

/** By source and currency. Plain JSON that adds up. */
export type BillSums = Readonly<Record<string, BillSum>>;

/** Of fewer rows one may be worth all others by chance. */
const ROWS_MIN = 7;
/** Totals are printed in cents where rows have more decimals. */
const SHARE_MAX = '0.002';

export function billSums({ upstreamCharges, places }: Pick<Books, 'upstreamCharges' | 'places'>): BillSums {
  const sums = new Map<string, { sum: Sum; largest: Decimal; row: number; rows: number }>();
  for (const [index, { costAmount, refundAmount = 0, currency = '' }] of upstreamCharges.entries()) {
    const place = places.upstreamCharges[index];
    const net = decimal(costAmount).minus(decimal(refundAmount));
    if (place === undefined || net.isZero()) continue;
    const key = `${place.source} ${currency}`;
    const own = sums.get(key) ?? { sum: new Sum(), largest: net, row: place.row, rows: 0 };
    sums.set(key, own);
    own.sum.add(net);
    own.rows++;
    if (exceeds(net, own.largest) || (net.eq(own.largest) && place.row < own.row))
      [own.largest, own.row] = [net, place.row];
  }
  return Object.fromEntries(
    [...sums].map(([key, { sum, largest, ...rest }]) => [
      key,
      { sum: plain(sum.value), largest: plain(largest), ...rest },
    ]),
  );
}

function added(a: BillSum, b: BillSum): BillSum {
  const [own, other] = [decimal(a.largest), decimal(b.largest)];
  const isOwn = exceeds(own, other) || (own.eq(other) && a.row < b.row);
  const { largest, row } = isOwn ? a : b;
  return { sum: plain(decimal(a.sum).plus(decimal(b.sum))), largest, row, rows: a.rows + b.rows };
}

export function addBillSums(a: BillSums, b: BillSums): BillSums {
  const all: Record<string, BillSum> = { ...a };
  for (const [key, sum] of Object.entries(b)) {
    const own = all[key];
    all[key] = own === undefined ? sum : added(own, sum);
  }
  return all;
}

function isSumOfOthers({ sum, largest, rows }: BillSum): boolean {
  const [own, all] = [decimal(largest), decimal(sum)];
  const apart = all.minus(own).minus(own).abs();
  return rows >= ROWS_MIN && isPositive(own) && !exceeds(apart, own.times(SHARE_MAX));
}

/** Rows that double a bill, whatever they are called: each comes to what all others come to. */
export const sumRows = (sums: BillSums, sources: readonly Source[]): Sentence[] =>
  Object.entries(sums)
    .filter(([, sum]) => isSumOfOthers(sum))
    .map(([key, { row }]) => {
      const place = sources[Number(key.split(' ')[0])]?.place;
      return {
        en: `${place}, row ${row}: comes to the sum of all other rows. If it is a total, the bill counts twice: leave it out.`,
        zh: `${place} 第 ${row} 行：等于其余各行之和。如果它是合计，账单就重复计算了，请删去该行。`,
      };
    });
