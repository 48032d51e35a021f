import { DAY_MS, formatDay, HOUR_MS, inferLocalDay } from '../../instant.ts';
import type { Language } from '../../language.ts';
import type { BucketLength } from '../../schemas/finding-facts.ts';
import { toWallTime } from '../../zoned-time.ts';

/** The names of the months in English. */
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');

/** Joins parts to an English list: `a, b and c`. */
export const listInEnglish = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

/** Texts of bucket starts in each language. */
const words = {
  en: {
    day: (days: string, month: number) => `${days} ${MONTHS[month]}`,
    month: (month: number) => `${MONTHS[month]}`,
    all: listInEnglish,
    more: (text: string, more: number) => `${text} and ${more} more`,
  },
  zh: {
    day: (days: string, month: number) => `${month + 1}月${days}日`,
    month: (month: number) => `${month + 1}月`,
    all: (parts: readonly string[]) => parts.join('、'),
    more: (text: string, more: number) => `${text}和另外 ${more} 个时段`,
  },
} as const satisfies Record<Language, unknown>;

/**
 * Formats a start in a time zone: `12 October`, or `12 October 16:00` if that is not midnight.
 * @param hasClock whether to add the time at midnight as well
 */
export function formatStart(start: number, timeZone: string, language: Language, hasClock = false): string {
  const date = new Date(toWallTime(start, timeZone));
  const time = date.toISOString().slice(11, 16);
  const day = words[language].day(`${date.getUTCDate()}`, date.getUTCMonth());
  return hasClock || time !== '00:00' ? `${day} ${time}` : day;
}

/** A day on which clocks are put forward is an hour shorter. */
const CLOCK_CHANGE_MS = 2 * HOUR_MS;

/**
 * Formats the days on which day-long buckets start and end: `12 and 13 October`, `10月12、13日`. A day of
 * another time zone is on two days.
 */
function formatDays(starts: readonly number[], timeZone: string, language: Language): string[] {
  const { day, all } = words[language];
  const days = starts.flatMap((start) =>
    [start, start + DAY_MS - CLOCK_CHANGE_MS].map((time) => formatDay(toWallTime(time, timeZone))),
  );
  const dates = [...new Set(days.toSorted())].map((date) => new Date(date));
  return [...Map.groupBy(dates, (date) => date.getUTCMonth())].map(([month, ofMonth]) =>
    day(all(ofMonth.map((date) => `${date.getUTCDate()}`)), month),
  );
}

/**
 * Formats the starts of bill buckets, in epoch milliseconds, in a time zone: `12 and 13 October`, `12 October 14:00`.
 * Further buckets (`more`) are only counted.
 */
export function formatBucketStarts(
  starts: readonly number[],
  bucketLength: BucketLength,
  timeZone: string,
  language: Language,
  more = 0,
): string {
  const { month, all, more: andMore } = words[language];
  const parts =
    bucketLength === 'day'
      ? formatDays(starts, timeZone, language)
      : starts.map((start) => {
          if (bucketLength === 'month') return month(inferLocalDay(start).date.getUTCMonth());
          return formatStart(start, timeZone, language, true);
        });
  return more > 0 ? andMore(parts.join(language === 'en' ? ', ' : '、'), more) : all(parts);
}
