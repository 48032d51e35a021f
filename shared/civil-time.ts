import { instantOf } from './instant.ts';

/** Date and time as people write them: blanks or T between, seconds and a zone only where they are given. */
const CIVIL =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]{1,2}(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)? ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

const two = (digits: string | undefined): string => (digits ?? '0').padStart(2, '0');

/** `+08:00` of `+0800`, `UTC` or `Z`. */
function offsetOf(zone: string): string {
  if (/^[zu]/i.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** An instant that a text names, and how much of it stood there. */
export interface CivilTime {
  /** Milliseconds since 1970. */
  readonly instant: number;
  readonly isDateAlone: boolean;
  readonly hasZone: boolean;
}

/**
 * What a date, or a date and time, names: `2026-10-01`, `2026-10-01 08:00:55`, `2026/1/5 8:00`,
 * `2026-10-01T00:00:00.118+08:00`. `undefined` for any other text, and for a day or time that does not exist.
 * @param offset `Z`, `UTC` or `+08:00`, for a text that names no zone
 */
export function civilTime(text: string, offset: string): CivilTime | undefined {
  const [match, year, month, day, hour, minute, second, fraction, zone] = CIVIL.exec(text.trim()) ?? [];
  if (match === undefined) return undefined;
  const iso = `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}${fraction ?? ''}`;
  const instant = instantOf(`${iso}${offsetOf(zone ?? offset)}`);
  if (instant === undefined) return undefined;
  return { instant, isDateAlone: hour === undefined, hasZone: zone !== undefined };
}
