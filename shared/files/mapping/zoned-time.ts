import { civilTime } from '../../civil-time.ts';
import { HOUR_MS, MINUTE_MS } from '../../instant.ts';

/** `+08:00`, `Z` or `UTC`: an offset that never changes. */
const FIXED = /^(?:Z|UTC|[+-]\d{2}:\d{2})$/i;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** How far a zone of the IANA database is ahead of UTC at an instant, in milliseconds: `GMT+08:00`, or `GMT` alone. */
function offsetMs(zone: string, instant: number): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(formatIn(zone).format(instant)) ?? [];
  const size = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS;
  return sign === '-' ? -size : size;
}

/** Whether a text names a time zone: an offset, or a name of the IANA database. */
export function isTimeZone(zone: string): boolean {
  if (FIXED.test(zone)) return civilTime('2000-01-01', zone) !== undefined;
  try {
    return formatIn(zone) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The instant that a date and time names in a zone, in milliseconds; a zone in the text itself counts before it.
 * In the hour that clocks go through twice, the second pass counts; a time that they leave out is read as if they
 * had not been changed yet.
 * @param zone see `isTimeZone`
 */
export function zonedInstant(text: string, zone: string): number | undefined {
  if (FIXED.test(zone)) return civilTime(text, zone)?.instant;
  const local = civilTime(text, 'Z');
  if (local === undefined || local.hasZone) return local?.instant;
  const guess = local.instant - offsetMs(zone, local.instant);
  return local.instant - offsetMs(zone, guess);
}
