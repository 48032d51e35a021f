import { HOUR_MS } from '../../../instant.ts';

/** Most rows are of the hour of the row before, and writing it takes longer than all that is added to it. */
let last = { start: Number.NaN, day: '', hour: '' };

/** The UTC hour and day of an instant: `2026-03-10T14`, `2026-03-10`. */
export function toUtcHour(time: number): { readonly day: string; readonly hour: string } {
  const start = Math.floor(time / HOUR_MS) * HOUR_MS;
  if (start !== last.start) {
    const [hour = ''] = new Date(start).toISOString().split(':');
    last = { start, day: dayOfHour(hour), hour };
  }
  return last;
}

/** The day of an hour, both as they are written. */
export const dayOfHour = (hour: string): string => hour.slice(0, hour.indexOf('T'));
