import { HOUR_MS } from '../../../instant.ts';

/**
 * Cache of the last hour: most rows are of the same hour, and formatting takes longer than everything that is added
 * to it.
 */
let last = { start: Number.NaN, day: '', hour: '' };

/** Formats the UTC hour and day of a time: `2026-03-10T14`, `2026-03-10`. */
export function toUtcHour(time: number): { readonly day: string; readonly hour: string } {
  const start = Math.floor(time / HOUR_MS) * HOUR_MS;
  if (start !== last.start) {
    const [hour = ''] = new Date(start).toISOString().split(':');
    last = { start, day: dayOfHour(hour), hour };
  }
  return last;
}

/** Returns the day of a formatted hour. */
export const dayOfHour = (hour: string): string => hour.slice(0, hour.indexOf('T'));
