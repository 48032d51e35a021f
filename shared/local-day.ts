import { DAY_MS, HOUR_MS } from './instant.ts';

/** The furthest offset east of UTC: a day that begins later in UTC belongs to the west. */
const EAST_MAX_MS = 14 * HOUR_MS;

/** The day that begins at an instant at some offset from UTC, by its own date; and that offset. */
export function localDay(startMs: number): { date: Date; offsetMs: number } {
  const late = ((startMs % DAY_MS) + DAY_MS) % DAY_MS;
  const offsetMs = late === 0 ? 0 : DAY_MS - late <= EAST_MAX_MS ? DAY_MS - late : -late;
  return { date: new Date(startMs + offsetMs), offsetMs };
}
