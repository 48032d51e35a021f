import { tryParseInstant } from './instant.ts';
import { fromWallTime } from './zoned-time.ts';

/**
 * Matches a date with optional time, seconds, fraction and zone, with blanks or T between date and time. A zone name or a
 * second offset after an offset is ignored, as in Go's `2026-10-02 08:00:03 +0800 CST`.
 */
const CIVIL =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]{1,2}(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?( [A-Z]{1,5}| [+-]\d{2,4})?$/i;

const padTwo = (digits: string | undefined): string => (digits ?? '0').padStart(2, '0');

/** Rewrites `+0800` and `+08` as `+08:00`, and `UTC`, `GMT` or `z` as `Z`. */
function normalizeOffset(zone: string): string {
  if (/^[zug]/i.test(zone)) return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

/** Unix seconds with decimals; they are cut to milliseconds. */
const UNIX_WITH_DECIMALS = /^(\d{9,10})\.(\d{1,9})$/;

/** Parses Unix seconds with decimals (`1790812800.25`) to whole milliseconds; `undefined` for any other text. */
export function parseUnixDecimals(text: string): number | undefined {
  const [, seconds, decimals] = UNIX_WITH_DECIMALS.exec(text) ?? [];
  return decimals === undefined ? undefined : Number(`${seconds}${decimals.slice(0, 3).padEnd(3, '0')}`);
}

/** Instant that a text names, and which parts of it the text contains. */
export interface CivilTime {
  /** Milliseconds since 1970. */
  readonly instant: number;
  readonly isDateOnly: boolean;
  readonly hasZone: boolean;
}

/**
 * Parses a date, as its midnight, or a date and time: `2026-10-01`, `2026/1/5 8:00`, `2026-10-01T00:00:00.118+08:00`.
 * Returns `undefined` for other texts, days and times. `offset` (`Z`, `UTC`, `+08:00`) applies if the text contains
 * none.
 */
export function parseCivilTime(text: string, offset: string): CivilTime | undefined {
  const [match, year, month, day, hour, minute, second, fraction, zone, rest] = CIVIL.exec(text.trim()) ?? [];
  // Reject a zone name without an offset, and `-03` directly after a date: it may be an hour or an offset.
  const isAmbiguous =
    rest !== undefined ? !/^[+-]/.test(zone ?? '') : !hour && zone?.length === 3 && /^[+-]/.test(zone);
  if (match === undefined || isAmbiguous) return undefined;
  const iso = `${year}-${padTwo(month)}-${padTwo(day)}T${padTwo(hour)}:${padTwo(minute)}:${padTwo(second)}${fraction ?? ''}`;
  const instant = tryParseInstant(`${iso}${normalizeOffset(zone ?? offset)}`);
  if (instant === undefined) return undefined;
  return { instant, isDateOnly: hour === undefined, hasZone: zone !== undefined };
}

/**
 * Parses a date or a date and time in a zone (offset or IANA name) to milliseconds since 1970; `undefined` for other
 * texts. A zone in the text overrides `zone`. For a local time that the clock repeats or skips, see `fromWallTime`.
 */
export function parseInZone(text: string, zone: string): number | undefined {
  const local = parseCivilTime(text, 'Z');
  return local === undefined || local.hasZone ? local?.instant : fromWallTime(local.instant, zone);
}
