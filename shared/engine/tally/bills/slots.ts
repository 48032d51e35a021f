/** Time is told in quarters of an hour: what is closer to a bound may belong to either side of it. */
export const SLOT_MS = 15 * 60_000;

/** A stretch of time, in epoch milliseconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export const ALL_TIME: Stretch = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** The quarter of an instant, as tallies have it. */
export const slotOf = (time: number): string => `${Math.floor(time / SLOT_MS)}`;

/** When a quarter begins. */
export const startOf = (slot: string): number => Number.parseInt(slot, 10) * SLOT_MS;

/** A quarter lies where its middle does. */
export function isWithin(slot: string, { start, end }: Stretch): boolean {
  const middle = startOf(slot) + SLOT_MS / 2;
  return middle >= start && middle < end;
}

/** Which quarters of an hour have a row. */
class Slots {
  readonly #slots = new Set<number>();
  /** Most rows are of the quarter of the row before. */
  #last: number | undefined;

  /** @param time in epoch milliseconds */
  add(time: number): void {
    const slot = Math.floor(time / SLOT_MS);
    if (slot === this.#last) return;
    this.#last = slot;
    this.#slots.add(slot);
  }

  /** Whether any quarter that begins in a stretch of time has a row. */
  hasIn({ start, end }: Stretch): boolean {
    for (let slot = Math.floor(start / SLOT_MS); slot * SLOT_MS < end; slot++)
      if (this.#slots.has(slot)) return true;
    return false;
  }
}

export const slots = (): Slots => new Slots();
