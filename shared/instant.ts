const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const MINUTE_MS = 60_000;
/** The Gregorian calendar repeats after 400 years; `Date.UTC` would take the years 0 to 99 for 1900 to 1999. */
const CALENDAR_CYCLE_MS = 146_097 * 24 * 60 * MINUTE_MS;

const daysIn = (year: number, month: number): number =>
  month === 2 && (year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0))
    ? 29
    : (DAYS_IN_MONTH[month - 1] ?? 0);

/**
 * Milliseconds since 1970 of an RFC 3339 date-time (`2026-03-10T10:00:00Z`, any offset, any number of decimals:
 * those beyond the millisecond are cut), or `undefined` for a text that names no instant: no offset, 30 February,
 * 24:00, a 60th second.
 */
export function instantOf(text: string): number | undefined {
  const parts = TIMESTAMP.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(parts[i])) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return undefined;
  const [offsetHours, offsetMinutes] = [Number(parts[9] ?? 0), Number(parts[10] ?? 0)];
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const millisecond = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = Date.UTC(year + 400, month - 1, day, hour, minute, second, millisecond) - CALENDAR_CYCLE_MS;
  const offset = (offsetHours * 60 + offsetMinutes) * MINUTE_MS;
  return parts[8] === '-' ? local + offset : local - offset;
}
