import { type Decimal, decimal, ZERO } from '../../../money.ts';
import { SLOT_MS } from '../coverage.ts';
import type { Estimates } from '../estimates.ts';

/** Quarters of an hour with what lies in them: of requests of one model over one channel, or of its bill. */
export type RequestSlots = ReturnType<ReturnType<Estimates['slots']['at']>['at']>;
export type BillSlots = ReturnType<ReturnType<Estimates['bills']['at']>['at']>;
type Kinds = ReturnType<BillSlots['at']>['kinds'];
export type KindSlots = ReadonlyMap<string, { readonly kinds: Kinds }>;

/** Sums of quarters up to each of them, so that the sum of any stretch is told by two. */
export class Course {
  readonly #starts: number[] = [];
  readonly #sums: Decimal[] = [ZERO];

  constructor(bySlot: ReadonlyMap<number, Decimal>) {
    for (const [slot, cost] of [...bySlot].sort(([a], [b]) => a - b)) {
      this.#starts.push(slot * SLOT_MS);
      this.#sums.push((this.#sums.at(-1) as Decimal).plus(cost));
    }
  }

  /** The sum of the quarters whose middle is before a time. */
  #before(time: number): Decimal {
    let [from, to] = [0, this.#starts.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#starts[middle] as number) + SLOT_MS / 2 < time) from = middle + 1;
      else to = middle;
    }
    return this.#sums[from] as Decimal;
  }

  within(start: number, end: number): Decimal {
    return this.#before(end).minus(this.#before(start));
  }
}

/** The course of what each quarter of some slots comes to. */
export function courseOf<TSlot>(
  slots: readonly ReadonlyMap<string, TSlot>[],
  of: (slot: TSlot) => Decimal,
): Course {
  const bySlot = new Map<number, Decimal>();
  for (const own of slots)
    for (const [key, slot] of own) {
      const place = Number.parseInt(key, 10);
      bySlot.set(place, (bySlot.get(place) ?? ZERO).plus(of(slot)));
    }
  return new Course(bySlot);
}

/** What of a quarter is of one kind: money, or tokens. */
export const ofKind =
  (kind: string, what: 'cost' | 'tokens') =>
  ({ kinds }: { readonly kinds: Kinds }): Decimal => {
    const own = kinds.get(kind);
    if (own === undefined) return ZERO;
    return what === 'cost' ? own.cost.value : decimal(own.tokens.value);
  };
