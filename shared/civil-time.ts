import { DAY_MS, MINUTE_MS, SECOND_MS } from './instant.ts';
import { fromWallTime } from './zoned-time.ts';

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** Days from 1 March of the year 0 to 1970-01-01. */
const EPOCH_DAY = 719_468;
/** Milliseconds of a unit of each decimal of a second that counts. */
const FRACTION_UNITS_MS = [100, 10, 1] as const;
/** First and last millisecond of the years 0001 to 9999 in UTC, which ISO 8601 writes with four digits. */
const [EARLIEST_MS, LATEST_MS] = [-62_135_596_800_000, 253_402_300_799_999];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysIn = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);

/** Days since 1970-01-01 of a Gregorian date. Counts years from March, so that the leap day is the last of a year. */
function dayNumber(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const monthsSinceMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthsSinceMarch + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - EPOCH_DAY;
}

const DIGIT_0 = 48;
const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_0 + 9;

/** Reads `length` digits at `start`; NaN, which fails every comparison below, if another character is among them. */
function readDigits(text: string, start: number, length: number): number {
  let value = 0;
  for (let i = start; i < start + length; i++) {
    const code = text.charCodeAt(i);
    if (!isDigit(code)) return Number.NaN;
    value = value * 10 + code - DIGIT_0;
  }
  return value;
}

const isLetter = (text: string, at: number, letter: string): boolean =>
  text[at] === letter || text[at] === letter.toLowerCase();

/** Parses the UTC offset from `at` to the end of the text, in milliseconds east of Greenwich. */
function parseOffset(text: string, at: number): number | undefined {
  if (isLetter(text, at, 'Z')) return text.length === at + 1 ? 0 : undefined;
  const sign = text[at] === '+' ? 1 : text[at] === '-' ? -1 : 0;
  const [hours, minutes] = [readDigits(text, at + 1, 2), readDigits(text, at + 4, 2)];
  const isOffset = sign !== 0 && hours <= 23 && minutes <= 59 && text[at + 3] === ':';
  return isOffset && text.length === at + 6 ? sign * (hours * 60 + minutes) * MINUTE_MS : undefined;
}

/**
 * Parses an RFC 3339 date-time with any offset to milliseconds since 1970; smaller fractions are cut. Returns
 * `undefined` without an offset, for 30 February or 24:00, and for UTC years before 0001 or after 9999. A leap second
 * (23:59:60 UTC) is the following second. Reads digits one by one, five times as fast as a regular expression.
 */
export function tryParseInstant(text: string): number | undefined {
  const [year, month, day] = [readDigits(text, 0, 4), readDigits(text, 5, 2), readDigits(text, 8, 2)];
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return undefined;
  const [hour, minute, second] = [readDigits(text, 11, 2), readDigits(text, 14, 2), readDigits(text, 17, 2)];
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return undefined;
  if (text[4] !== '-' || text[7] !== '-' || !isLetter(text, 10, 'T')) return undefined;
  if (text[13] !== ':' || text[16] !== ':') return undefined;
  let millisecond = 0;
  let at = 19;
  if (text[19] === '.') {
    for (at = 20; isDigit(text.charCodeAt(at)); at++)
      millisecond += (text.charCodeAt(at) - DIGIT_0) * (FRACTION_UNITS_MS[at - 20] ?? 0);
    if (at === 20) return undefined;
  }
  const offset = parseOffset(text, at);
  if (offset === undefined) return undefined;
  const time = (hour * 60 + minute) * MINUTE_MS + second * SECOND_MS + millisecond;
  const instant = dayNumber(year, month, day) * DAY_MS + time - offset;
  if (second === 60 && (instant - millisecond) % DAY_MS !== 0) return undefined;
  return instant >= EARLIEST_MS && instant <= LATEST_MS ? instant : undefined;
}

/** Parses a date-time that a schema has accepted, to milliseconds since 1970. */
export const parseInstant = (text: string): number => tryParseInstant(text) as number;

/** Parses a day such as `2026-10-01` to its midnight in UTC; `undefined` if there is no such day. */
export const parseDay = (day: string): number | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? tryParseInstant(`${day}T00:00:00Z`) : undefined;

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

/** Unix seconds with decimals; they are cut to milliseconds. */
const UNIX_WITH_DECIMALS = /^(\d{9,10})\.(\d{1,9})$/;

/** Parses Unix seconds with decimals (`1790812800.25`) to whole milliseconds; `undefined` for any other text. */
export function parseUnixDecimals(text: string): number | undefined {
  const [, seconds, decimals] = UNIX_WITH_DECIMALS.exec(text) ?? [];
  return decimals === undefined ? undefined : Number(`${seconds}${decimals.slice(0, 3).padEnd(3, '0')}`);
}
