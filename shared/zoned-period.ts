import { HOUR_MS, MINUTE_MS } from './instant.ts';
import { parseInZone, toWallTime } from './zoned-time.ts';

/**
 * Computes the start of a month in a time zone, in milliseconds since 1970.
 * @param month 1 for January
 * @param zone offset such as `+08:00`, or IANA name such as `Asia/Shanghai`
 */
export const startOfMonth = (year: number, month: number, zone: string): number => {
  const wall = new Date(Date.UTC(year, month - 1, 1));
  return parseInZone(wall.toISOString().slice(0, -1), zone) ?? wall.getTime();
};

const UNITS = { event: 0, minute: MINUTE_MS, hour: HOUR_MS } as const;

/**
 * Returns the exclusive end of the minute, hour, day or month that begins at an instant; for an event, the instant
 * itself. Days and months are local to the time zone, so a day may have 23 hours.
 * @param start milliseconds since 1970, as the result
 */
export function endOfGrain(start: number, grain: keyof typeof UNITS | 'day' | 'month', zone: string): number {
  if (grain !== 'day' && grain !== 'month') return start + UNITS[grain];
  const local = new Date(toWallTime(start, zone));
  const [months, days] = grain === 'day' ? [0, 1] : [1, 0];
  local.setUTCMonth(local.getUTCMonth() + months, local.getUTCDate() + days);
  return parseInZone(local.toISOString().slice(0, -1), zone) ?? start;
}
