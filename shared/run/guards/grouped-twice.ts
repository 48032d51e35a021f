import { Sum } from '../../money/sum.ts';
import { decimal, exceeds, isPositive, plain } from '../../money.ts';
import { Rejection } from '../../rejections.ts';
import type { Books } from '../link/link.ts';
import type { Source } from '../read/source.ts';

/** What rows without request ids come to, by source, and by day and currency: plain decimals. Plain JSON that adds up. */
export type BillDays = Readonly<Record<number, Readonly<Record<string, string>>>>;

/** So many days, and so many different sums, are no chance: what is reserved may cost the same each day. */
const DAYS_MIN = 3;
/** Providers add up in doubles. */
const SHARE_MAX = '0.000001';

export function billDays({ upstreamCharges, places }: Pick<Books, 'upstreamCharges' | 'places'>): BillDays {
  const days: Record<number, Record<string, Sum>> = {};
  for (const [index, charge] of upstreamCharges.entries()) {
    const { requestId, occurredAt, currency = '', costAmount, refundAmount = 0 } = charge;
    const source = places.upstreamCharges[index]?.source;
    if (requestId !== undefined || source === undefined) continue;
    days[source] ??= {};
    const own = days[source];
    const key = `${occurredAt.slice(0, 10)} ${currency}`;
    own[key] ??= new Sum();
    own[key].add(decimal(costAmount).minus(decimal(refundAmount)));
  }
  const texts = (own: Record<string, Sum>) =>
    Object.fromEntries(Object.entries(own).map(([day, { value }]) => [day, plain(value)]));
  return Object.fromEntries(Object.entries(days).map(([source, own]) => [source, texts(own)]));
}

export function addBillDays(a: BillDays, b: BillDays): BillDays {
  const all: Record<number, Record<string, string>> = {};
  for (const days of [a, b])
    for (const [source, own] of Object.entries(days)) {
      all[Number(source)] ??= {};
      const sums = all[Number(source)] as Record<string, string>;
      for (const [day, sum] of Object.entries(own))
        sums[day] = plain(decimal(sums[day] ?? 0).plus(decimal(sum)));
    }
  return all;
}

/** The days that two bills have, if they come to the same on each of them. */
function daysAlike(a: BillDays[number], b: BillDays[number]): number {
  const shared = Object.keys(a).filter((day) => isPositive(decimal(a[day] ?? 0)) && Object.hasOwn(b, day));
  const isOne = shared.every((day) => {
    const [own, other] = [decimal(a[day] ?? 0), decimal(b[day] ?? 0)];
    return !exceeds(own.minus(other).abs(), own.times(SHARE_MAX));
  });
  const differing = new Set(shared.map((day) => a[day])).size;
  return isOne && differing >= DAYS_MIN ? shared.length : 0;
}

/**
 * Exports of one bill by model and by project share no row that is equal, and each holds all of the money.
 * @throws Rejection where two bills come to the same sum on each of their days
 */
export function refuseGroupedTwice(days: BillDays, sources: readonly Source[]): void {
  const bills = Object.keys(days).map(Number);
  for (const [place, one] of bills.entries())
    for (const other of bills.slice(place + 1)) {
      const alike = daysAlike(days[one] ?? {}, days[other] ?? {});
      const [a, b] = [sources[one]?.place, sources[other]?.place];
      if (alike === 0) continue;
      throw new Rejection(
        'invalid_request',
        {
          en: `${a} and ${b} come to the same sum on each of ${alike} days: they are one bill, grouped in two ways.`,
          zh: `${a} 与 ${b} 在 ${alike} 天里每天的金额都相同：是同一份账单的两种分组。`,
        },
        [{ en: 'Give the one that names models.', zh: '请只给出按模型分组的那一份。' }],
      );
    }
}
