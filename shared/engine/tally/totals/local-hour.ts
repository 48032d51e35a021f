import { MINUTE_MS } from '../../../instant.ts';
import { toWallTime } from '../../../zoned-time.ts';

/** Clocks of all zones differ by whole quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Cache of the last quarter of an hour: most rows are of the same, and formatting takes longer than adding. */
let last = { start: Number.NaN, zone: '', day: '', hour: '' };

/** Formats the hour and the day of a time (epoch milliseconds) in a time zone: `2026-03-10T14`, `2026-03-10`. */
export function toLocalHour(
  time: number,
  { timeZone: zone }: { readonly timeZone: string },
): { readonly day: string; readonly hour: string } {
  const start = Math.floor(time / QUARTER_MS) * QUARTER_MS;
  if (start !== last.start || zone !== last.zone) {
    const [hour = ''] = new Date(toWallTime(start, zone)).toISOString().split(':');
    last = { start, zone, day: dayOfHour(hour), hour };
  }
  return last;
}

/** Returns the day of an hour from `toLocalHour`: `2026-03-10` for `2026-03-10T14`. */
export const dayOfHour = (hour: string): string => hour.slice(0, hour.indexOf('T'));
