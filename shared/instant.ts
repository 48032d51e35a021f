/** Milliseconds of a second. */
export const SECOND_MS = 1000;
/** Milliseconds of a minute. */
export const MINUTE_MS = 60 * SECOND_MS;
/** Milliseconds of an hour. */
export const HOUR_MS = 60 * MINUTE_MS;
/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 24 * HOUR_MS;
/** Formats the UTC day of a time in milliseconds as `2026-10-01`. */
export const formatDay = (timeMs: number): string =>
  new Date(timeMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Largest offset east of UTC. A day that starts longer than this before midnight in UTC has an offset to the west. */
const EAST_MAX_MS = 14 * HOUR_MS;

/**
 * Infers which local day starts at an instant: 16:00 UTC starts the next day at +08:00. Offsets up to +14:00 are to the
 * east (above 0), others to the west. `date` is midnight in UTC of the local date.
 */
export function inferLocalDay(startMs: number): { date: Date; offsetMs: number } {
  const sinceMidnight = ((startMs % DAY_MS) + DAY_MS) % DAY_MS;
  const untilMidnight = sinceMidnight === 0 ? 0 : DAY_MS - sinceMidnight;
  const offsetMs = untilMidnight <= EAST_MAX_MS ? untilMidnight : -sinceMidnight;
  return { date: new Date(startMs + offsetMs), offsetMs };
}
