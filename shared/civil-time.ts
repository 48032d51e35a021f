import { tryParseInstant } from './instant.ts';

/** A date with an optional time, seconds, fraction and zone; blanks or T between date and time. */
const CIVIL =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]{1,2}(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

const padTwo = (digits: string | undefined): string => (digits ?? '0').padStart(2, '0');

/** Rewrites `+0800` as `+08:00`, and `UTC` or `z` as `Z`. */
function normalizeOffset(zone: string): string {
  if (/^[zu]/i.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** Instant that a text names, and which parts of it the text contains. */
export interface CivilTime {
  /** Milliseconds since 1970. */
  readonly instant: number;
  readonly isDateOnly: boolean;
  readonly hasZone: boolean;
}

/**
 * Parses a date, or a date and time: `2026-10-01`, `2026-10-01 08:00:55`, `2026/1/5 8:00`,
 * `2026-10-01T00:00:00.118+08:00`. Returns `undefined` for any other text and for a day or time that does not exist.
 * @param offset `Z`, `UTC` or `+08:00`: the zone of a text without one
 */
export function parseCivilTime(text: string, offset: string): CivilTime | undefined {
  const [match, year, month, day, hour, minute, second, fraction, zone] = CIVIL.exec(text.trim()) ?? [];
  if (match === undefined) return undefined;
  const iso = `${year}-${padTwo(month)}-${padTwo(day)}T${padTwo(hour)}:${padTwo(minute)}:${padTwo(second)}${fraction ?? ''}`;
  const instant = tryParseInstant(`${iso}${normalizeOffset(zone ?? offset)}`);
  if (instant === undefined) return undefined;
  return { instant, isDateOnly: hour === undefined, hasZone: zone !== undefined };
}
