import type { Span } from '../../survey/ledger-span.ts';

/** Length of a time slot: a quarter hour. Rows closer than this to an end of a span may belong inside or outside. */
export const SLOT_MS = 15 * 60_000;

/** Span without ends. */
export const ALL_TIME: Span = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** Returns the key of the quarter hour that contains a time: the number of quarter hours since 1970. */
export const toSlotKey = (time: number): string => `${Math.floor(time / SLOT_MS)}`;

/** Returns the start of a quarter hour from its key (see `toSlotKey`), in epoch milliseconds. */
export const slotStart = (slot: string): number => Number.parseInt(slot, 10) * SLOT_MS;

/**
 * Returns whether the middle of a quarter hour is in a span.
 * @param slot key by `toSlotKey`
 */
export function isSlotWithin(slot: string, { start, end }: Span): boolean {
  const middle = slotStart(slot) + SLOT_MS / 2;
  return middle >= start && middle < end;
}
