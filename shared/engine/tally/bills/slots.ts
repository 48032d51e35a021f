import { type Decimal, ZERO } from '../../../money/money.ts';
import type { Span } from '../../survey/ledger-span.ts';

/** Length of a time slot: a quarter hour. Rows closer than this to an end of a span may belong inside or outside. */
export const SLOT_MS = 15 * 60_000;

/** Span without ends. */
export const ALL_TIME: Span = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** Returns the key of the quarter hour that contains a time: the number of quarter hours since 1970. */
export const toSlotKey = (time: number): string => `${Math.floor(time / SLOT_MS)}`;

/** Returns the start of a quarter hour from its key (see `toSlotKey`), in epoch milliseconds. */
export const slotStart = (slot: string): number => Number.parseInt(slot, 10) * SLOT_MS;

/** Returns whether the middle of a quarter hour, given by its key (see `toSlotKey`), is in a span. */
export function isSlotWithin(slot: string, { start, end }: Span): boolean {
  const middle = slotStart(slot) + SLOT_MS / 2;
  return middle >= start && middle < end;
}

/** Builds prefix sums of an amount over quarter hours (keys of `toSlotKey`): the sum of any span needs two lookups. */
export function buildPrefixSums<TSlot>(
  slots: readonly ReadonlyMap<string, TSlot>[],
  amountOf: (slot: TSlot) => Decimal,
) {
  const byStart = new Map<number, Decimal>();
  for (const own of slots)
    for (const [slot, sums] of own) {
      const start = slotStart(slot);
      byStart.set(start, (byStart.get(start) ?? ZERO).plus(amountOf(sums)));
    }
  const starts = [...byStart.keys()].sort((a, b) => a - b);
  const sums = [ZERO];
  for (const start of starts) sums.push((sums.at(-1) as Decimal).plus(byStart.get(start) as Decimal));
  /** Sum of the quarters whose middle is before a time. */
  const before = (time: number): Decimal => {
    let [from, to] = [0, starts.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((starts[middle] as number) + SLOT_MS / 2 < time) from = middle + 1;
      else to = middle;
    }
    return sums[from] as Decimal;
  };
  const between = (start: number, end: number): Decimal => before(end).minus(before(start));
  return {
    /** Returns the sum of the quarter hours whose middle is in a span. */
    within: ({ start, end }: Span): Decimal => between(start, end),
    /**
     * Returns the sums of the quarter hours next to both ends of a span. Bill and log may date a request differently,
     * so requests just inside the span may belong outside it (`mayLeave`), and requests just outside may belong inside
     * it (`mayEnter`).
     */
    around: ({ start, end }: Span) => ({
      mayLeave: between(start, start + SLOT_MS).plus(between(end - SLOT_MS, end)),
      mayEnter: between(start - SLOT_MS, start).plus(between(end, end + SLOT_MS)),
    }),
  };
}
/** Prefix sums of an amount over quarter hours. */
export type PrefixSums = ReturnType<typeof buildPrefixSums>;
