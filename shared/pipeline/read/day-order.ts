import type { DayOrder } from '../../files/mapping/map-row.ts';

type Span = readonly [first: number, last: number];
const extend = ([first, last]: Span, time: number): Span => [Math.min(first, time), Math.max(last, time)];
const EMPTY: Span = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/**
 * Tracks the first and last date of a file twice: as the time format of its mapping reads the dates, and with day and
 * month exchanged. Shows whether the time format has MM and DD in the wrong order.
 */
export class DayOrderTracker {
  #asSet = EMPTY;
  #exchanged: Span | undefined = EMPTY;

  /** Adds the date of the next row, in both orders. */
  add({ asSet, exchanged }: DayOrder): void {
    this.#asSet = extend(this.#asSet, asSet);
    this.#exchanged =
      this.#exchanged && exchanged !== undefined ? extend(this.#exchanged, exchanged) : undefined;
  }

  /**
   * Both spans, in milliseconds; `undefined` without dates, or if some date cannot be read with day and month
   * exchanged.
   */
  get spans(): { readonly asSet: Span; readonly exchanged: Span } | undefined {
    const [asSet, exchanged] = [this.#asSet, this.#exchanged];
    return exchanged && exchanged[0] <= exchanged[1] ? { asSet, exchanged } : undefined;
  }
}
