/** Length of a time slot: a quarter hour. Rows closer to an end of a span may belong to either side. */
export const SLOT_MS = 15 * 60_000;

/** A time span, in epoch milliseconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Span without ends. */
export const ALL_TIME: Stretch = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** Returns the key of the quarter-hour that contains a time. */
export const slotOf = (time: number): string => `${Math.floor(time / SLOT_MS)}`;

/** Returns the start of a quarter hour. */
export const startOf = (slot: string): number => Number.parseInt(slot, 10) * SLOT_MS;

/** Returns whether the middle of a quarter hour is in a span. */
export function isWithin(slot: string, { start, end }: Stretch): boolean {
  const middle = startOf(slot) + SLOT_MS / 2;
  return middle >= start && middle < end;
}

/** Set of quarter hours with a row. */
class Slots {
  readonly #slots = new Set<number>();
  /** Last quarter added; most rows are in the same one. */
  #last: number | undefined;

  /**
   * Adds a row.
   * @param time time in epoch milliseconds
   */
  add(time: number): void {
    const slot = Math.floor(time / SLOT_MS);
    if (slot === this.#last) return;
    this.#last = slot;
    this.#slots.add(slot);
  }

  /** Returns whether any quarter that starts in a span has a row. */
  hasIn({ start, end }: Stretch): boolean {
    for (let slot = Math.floor(start / SLOT_MS); slot * SLOT_MS < end; slot++)
      if (this.#slots.has(slot)) return true;
    return false;
  }
}

/** Creates an empty set of quarter hours. */
export const slots = (): Slots => new Slots();
