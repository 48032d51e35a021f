import { type Decimal, ZERO } from '../../../money/money.ts';
import type { Span } from '../../survey/ledger-span.ts';
import { SLOT_MS, slotStart } from './slots.ts';

/** Running totals over quarter hours (prefix sums), so that the sum of any time span needs only two lookups. */
export class PrefixSums {
  readonly #starts: number[] = [];
  readonly #sums: Decimal[] = [ZERO];

  /** @param byStart values by start of the quarter hour, in epoch milliseconds */
  constructor(byStart: ReadonlyMap<number, Decimal>) {
    for (const [start, own] of [...byStart].sort(([a], [b]) => a - b)) {
      this.#starts.push(start);
      this.#sums.push((this.#sums.at(-1) as Decimal).plus(own));
    }
  }

  /** Returns the sum of the quarters whose middle is before a time. */
  #before(time: number): Decimal {
    let [from, to] = [0, this.#starts.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] as number) + SLOT_MS / 2 < time) from = middle + 1;
      else to = middle;
    }
    return this.#sums[from] as Decimal;
  }

  /** Returns the sum of the quarter hours whose middle is in a span. */
  within({ start, end }: Span): Decimal {
    return this.#before(end).minus(this.#before(start));
  }

  /**
   * Returns the sums of the quarter hours next to both ends of a span. Bill and log may date a request differently, so
   * requests just inside the span may belong outside it (`mayLeave`), and requests just outside may belong inside it
   * (`mayEnter`).
   */
  around({ start, end }: Span): { readonly mayLeave: Decimal; readonly mayEnter: Decimal } {
    const between = (from: number, to: number): Decimal => this.within({ start: from, end: to });
    return {
      mayLeave: between(start, start + SLOT_MS).plus(between(end - SLOT_MS, end)),
      mayEnter: between(start - SLOT_MS, start).plus(between(end, end + SLOT_MS)),
    };
  }
}

/**
 * Builds prefix sums of an amount over quarter hours.
 * @param slots maps with keys of `toSlotKey`; amounts of the same quarter hour are added up
 * @param amountOf returns the amount of a quarter hour
 */
export function buildPrefixSums<TSlot>(
  slots: readonly ReadonlyMap<string, TSlot>[],
  amountOf: (slot: TSlot) => Decimal,
): PrefixSums {
  const byStart = new Map<number, Decimal>();
  for (const own of slots)
    for (const [slot, sums] of own) {
      const start = slotStart(slot);
      byStart.set(start, (byStart.get(start) ?? ZERO).plus(amountOf(sums)));
    }
  return new PrefixSums(byStart);
}
