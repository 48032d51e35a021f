import { parseCivilTime } from './civil-time.ts';
import { HOUR_MS, MINUTE_MS } from './instant.ts';

/** A fixed offset: `+08:00`, `Z` or `UTC`. */
const FIXED_OFFSET = /^(?:Z|UTC|[+-]\d{2}:\d{2})$/i;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Returns the cached formatter of a time zone. Throws a RangeError for an unknown zone. */
function getFormat(zone: string): Intl.DateTimeFormat {
  const existing = formats.get(zone);
  if (existing) return existing;
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** Offset of an IANA time zone at an instant, in milliseconds east of UTC. The formatter prints `GMT+08:00` or `GMT`. */
function findOffset(zone: string, instant: number): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(getFormat(zone).format(instant)) ?? [];
  const size = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS;
  return sign === '-' ? -size : size;
}

/** Whether a text is a time zone: an offset such as `+08:00`, `Z`, `UTC`, or an IANA name such as `Asia/Shanghai`. */
export function isTimeZone(zone: string): boolean {
  if (FIXED_OFFSET.test(zone)) return parseCivilTime('2000-01-01', zone) !== undefined;
  try {
    return getFormat(zone) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Parses a date or a date and time in a zone (offset or IANA name) to milliseconds since 1970; `undefined` for other
 * texts. A zone in the text overrides `zone`. Of an hour that occurs twice, the second counts; a time that the clock
 * skips is read as if it had not been changed.
 */
export function parseInZone(text: string, zone: string): number | undefined {
  if (FIXED_OFFSET.test(zone)) return parseCivilTime(text, zone)?.instant;
  const local = parseCivilTime(text, 'Z');
  if (local === undefined || local.hasZone) return local?.instant;
  const guess = local.instant - findOffset(zone, local.instant);
  return local.instant - findOffset(zone, guess);
}

/** Converts an instant to that at which UTC shows the local time of a zone: 00:00 UTC to 08:00 for `+08:00`. */
export function toWallTime(instant: number, zone: string): number {
  if (zone === 'UTC') return instant;
  if (!FIXED_OFFSET.test(zone)) return instant + findOffset(zone, instant);
  // A fixed offset is the same at any time, so compute it from the start of 1970.
  return instant - (parseInZone('1970-01-01 00:00', zone) ?? 0);
}

/** Formats an instant as the local time of a zone: `2026-10-01 16:00:00`, with milliseconds if it has some. */
export const formatLocalTime = (instant: number, zone: string): string =>
  new Date(toWallTime(instant, zone))
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '');

/** Names a time zone for people: an offset as `UTC+08:00`, any other zone unchanged. */
export const nameZone = (zone: string): string => zone.replace(/^(?=[+-])/, 'UTC');
