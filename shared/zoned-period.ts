import { HOUR_MS, MINUTE_MS } from './instant.ts';
import { fromWallTime, toWallTime } from './zoned-time.ts';

/** Computes the start of a month (1 is January) in a zone, an offset or IANA name, in milliseconds since 1970. */
export const startOfMonth = (year: number, month: number, zone: string): number =>
  fromWallTime(Date.UTC(year, month - 1, 1), zone);

const UNITS = { event: 0, minute: MINUTE_MS, hour: HOUR_MS } as const;

/**
 * Returns the exclusive end of the minute, hour, day or month that begins at an instant (milliseconds since 1970); of
 * an event, the instant. Days and months are local to the zone, so a day may have 23 hours.
 */
export function endOfGrain(start: number, grain: keyof typeof UNITS | 'day' | 'month', zone: string): number {
  if (grain !== 'day' && grain !== 'month') return start + UNITS[grain];
  const local = new Date(toWallTime(start, zone));
  const [months, days] = grain === 'day' ? [0, 1] : [1, 0];
  local.setUTCMonth(local.getUTCMonth() + months, local.getUTCDate() + days);
  return fromWallTime(local.getTime(), zone);
}
