import { civilTime } from '../../civil-time.ts';

/** `+08:00`, `Z` or `UTC`: an offset that never changes. */
const FIXED = /^(?:Z|UTC|[+-]\d{2}:\d{2})$/i;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** How far a zone of the IANA database is ahead of UTC at an instant, in milliseconds. */
function offsetMs(zone: string, instant: number): number {
  const part = Object.fromEntries(
    formatIn(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
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
