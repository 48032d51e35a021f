import { HOUR_MS, MINUTE_MS } from './instant.ts';

/** A fixed offset: `+08:00`, `Z` or `UTC`. */
const FIXED_OFFSET = /^(?:Z|UTC|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Returns the cached formatter of a time zone. Throws a RangeError for an unknown zone. */
function getFormat(zone: string): Intl.DateTimeFormat {
  const existing = formats.get(zone);
  if (existing) return existing;
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/**
 * Offset of a time zone at an instant, in milliseconds east of UTC. For an IANA zone, the formatter prints `GMT+08:00` or
 * `GMT`.
 */
function findOffset(zone: string, instant: number): number {
  const [, sign, hours, minutes] =
    FIXED_OFFSET.exec(zone) ?? /GMT([+-])(\d\d):(\d\d)/.exec(getFormat(zone).format(instant)) ?? [];
  const size = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS;
  return sign === '-' ? -size : size;
}

/** Whether a text is a time zone: an offset such as `+08:00`, `Z`, `UTC`, or an IANA name such as `Asia/Shanghai`. */
export function isTimeZone(zone: string): boolean {
  try {
    return FIXED_OFFSET.test(zone) || (!/^[+-]/.test(zone) && getFormat(zone) !== undefined);
  } catch {
    return false;
  }
}

/**
 * Converts the local time of a zone, given as the instant at which UTC shows it, to the instant at which the zone shows
 * it. Of an hour that occurs twice, the second counts; a time that the clock skips is read as if it had not been changed.
 */
export const fromWallTime = (wall: number, zone: string): number =>
  wall - findOffset(zone, wall - findOffset(zone, wall));

/** Converts an instant to that at which UTC shows the local time of a zone: 00:00 UTC to 08:00 for `+08:00`. */
export const toWallTime = (instant: number, zone: string): number =>
  zone === 'UTC' ? instant : instant + findOffset(zone, instant);

/** Formats an instant as the local time of a zone: `2026-10-01 16:00:00`, with milliseconds if it has some. */
export const formatLocalTime = (instant: number, zone: string): string =>
  new Date(toWallTime(instant, zone))
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '');

/** Names a time zone for people: an offset as `UTC+08:00`, any other zone unchanged. */
export const nameZone = (zone: string): string => zone.replace(/^(?=[+-])/, 'UTC');
