import type { DayOrder } from '../../files/mapping/map-row.ts';

type Span = readonly [first: number, last: number];
const extend = ([first, last]: Span, time: number): Span => [Math.min(first, time), Math.max(last, time)];
const EMPTY: Span = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** Tracks the first and last date of a file, as its time format reads them and with day and month exchanged. */
export class DayOrderTracker {
  #asSet = EMPTY;
  #exchanged: Span | undefined = EMPTY;

  add({ asSet, exchanged }: DayOrder): void {
    this.#asSet = extend(this.#asSet, asSet);
    this.#exchanged =
      this.#exchanged && exchanged !== undefined ? extend(this.#exchanged, exchanged) : undefined;
  }

  /** Both spans; `undefined` without dates, or if some date is not a date with day and month exchanged. */
  get spans(): { readonly asSet: Span; readonly exchanged: Span } | undefined {
    const [asSet, exchanged] = [this.#asSet, this.#exchanged];
    return exchanged && exchanged[0] <= exchanged[1] ? { asSet, exchanged } : undefined;
  }
}
