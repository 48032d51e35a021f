const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01, counted from 1 March of the year 0. */
const EPOCH_DAY = 719_468;
/** The years 0001 to 9999 in UTC: those that ISO 8601 writes with four digits. */
const [EARLIEST_MS, LATEST_MS] = [-62_135_596_800_000, 253_402_300_799_999];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysIn = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);

/** Days since 1970-01-01 of a Gregorian date: the year begins in March, so that the leap day is its last. */
function dayNumber(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1;
  const monthsSinceMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthsSinceMarch + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - EPOCH_DAY;
}

/** The number that `length` digits at `start` write, or NaN, which fails every comparison below. */
function digits(text: string, start: number, length: number): number {
  let value = 0;
  for (let i = start; i < start + length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

const isLetter = (text: string, at: number, letter: string): boolean =>
  text[at] === letter || text[at] === letter.toLowerCase();

/** The offset that starts at `at` and ends the text, in milliseconds east of Greenwich. */
function offsetMs(text: string, at: number): number | undefined {
  if (isLetter(text, at, 'Z')) return text.length === at + 1 ? 0 : undefined;
  const sign = text[at] === '+' ? 1 : text[at] === '-' ? -1 : 0;
  const [hours, minutes] = [digits(text, at + 1, 2), digits(text, at + 4, 2)];
  const isOffset = sign !== 0 && hours <= 23 && minutes <= 59 && text[at + 3] === ':';
  return isOffset && text.length === at + 6 ? sign * (hours * 60 + minutes) * MINUTE_MS : undefined;
}

/**
 * Milliseconds since 1970 of an RFC 3339 date-time (`2026-03-10T10:00:00Z`, any offset, any number of decimals:
 * those beyond the millisecond are cut), or `undefined` for a text that names no instant: no offset, 30 February,
 * 24:00, a year in UTC before 0001 or after 9999. A leap second (23:59:60 in UTC) is the second after it, because no
 * clock of a gateway counts it. Read digit by digit: it is called for every row, and a pattern takes five times as long.
 */
export function instantOf(text: string): number | undefined {
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)];
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return undefined;
  const [hour, minute, second] = [digits(text, 11, 2), digits(text, 14, 2), digits(text, 17, 2)];
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return undefined;
  if (text[4] !== '-' || text[7] !== '-' || !isLetter(text, 10, 'T')) return undefined;
  if (text[13] !== ':' || text[16] !== ':') return undefined;
  let millisecond = 0;
  let at = 19;
  if (text[19] === '.') {
    for (at = 20; digits(text, at, 1) >= 0; at++)
      if (at < 23) millisecond += digits(text, at, 1) * 10 ** (22 - at);
    if (at === 20) return undefined;
  }
  const offset = offsetMs(text, at);
  if (offset === undefined) return undefined;
  const time = (hour * 60 + minute) * MINUTE_MS + second * SECOND_MS + millisecond;
  const instant = dayNumber(year, month, day) * DAY_MS + time - offset;
  if (second === 60 && (instant - millisecond) % DAY_MS !== 0) return undefined;
  return instant >= EARLIEST_MS && instant <= LATEST_MS ? instant : undefined;
}

/** Milliseconds since 1970 of a date-time that a schema has accepted. */
export const parseInstant = (text: string): number => instantOf(text) as number;

/** The day in UTC of a time, as `2026-10-01`. */
export const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Midnight in UTC of a day written as `2026-10-01`; `undefined` where there is no such day. */
export const dayStart = (day: string): number | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? instantOf(`${day}T00:00:00Z`) : undefined;

/** The furthest offset east of UTC: a day that begins later in UTC belongs to the west. */
const EAST_MAX_MS = 14 * HOUR_MS;

/** The day that begins at an instant at some offset from UTC, by its own date; and that offset. */
export function localDay(startMs: number): { date: Date; offsetMs: number } {
  const late = ((startMs % DAY_MS) + DAY_MS) % DAY_MS;
  const offsetMs = late === 0 ? 0 : DAY_MS - late <= EAST_MAX_MS ? DAY_MS - late : -late;
  return { date: new Date(startMs + offsetMs), offsetMs };
}
