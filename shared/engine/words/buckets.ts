import { HOUR_MS, inferLocalDay } from '../../instant.ts';
import type { Language } from '../../language.ts';
import type { BucketLength } from '../../schemas/finding-facts.ts';

/** The names of the months in English. */
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');

const zone = (offsetHours: number, language: Language): string => {
  if (offsetHours === 0) return '';
  const name = `UTC${offsetHours > 0 ? '+' : ''}${offsetHours}`;
  return language === 'en' ? ` (${name})` : `（${name}）`;
};
const clock = (date: Date): string => date.toISOString().slice(11, 16);

/** Joins parts to an English list: `a, b and c`. */
export const listInEnglish = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

/** Texts of bucket starts in each language. */
const words = {
  en: {
    day: (days: string, month: number) => `${days} ${MONTHS[month]}`,
    month: (month: number) => `${MONTHS[month]}`,
    hour: (day: string, time: string) => `${day} ${time} UTC`,
    all: listInEnglish,
    more: (text: string, more: number) => `${text} and ${more} more`,
  },
  zh: {
    day: (days: string, month: number) => `${month + 1} 月 ${days} 日`,
    month: (month: number) => `${month + 1} 月`,
    hour: (day: string, time: string) => `${day} ${time}（UTC）`,
    all: (parts: readonly string[]) => parts.join('、'),
    more: (text: string, more: number) => `${text}和另外 ${more} 个时段`,
  },
} as const satisfies Record<Language, unknown>;

/** Days of one month as one part: `12 and 13 October`, `10 月 12、13 日`. */
function formatDays(starts: readonly number[], language: Language): string[] {
  const { day, all } = words[language];
  const byMonth = Map.groupBy(starts.map(inferLocalDay), ({ date, offsetMs }) =>
    [date.getUTCMonth(), offsetMs].join(' '),
  );
  return [...byMonth.values()].map((days) => {
    const { date, offsetMs } = days[0] as (typeof days)[number];
    const numbers = all(days.map((one) => `${one.date.getUTCDate()}`));
    return day(numbers, date.getUTCMonth()) + zone(offsetMs / HOUR_MS, language);
  });
}

/**
 * Formats the starts of bill buckets, in epoch milliseconds: `12 and 13 October`, `12 October 14:00 UTC`. Further
 * buckets (`more`) are only counted.
 */
export function formatBucketStarts(
  starts: readonly number[],
  bucketLength: BucketLength,
  language: Language,
  more = 0,
): string {
  const { day, month, hour, all, more: andMore } = words[language];
  const parts =
    bucketLength === 'day'
      ? formatDays(starts, language)
      : starts.map((start) => {
          const date = bucketLength === 'month' ? inferLocalDay(start).date : new Date(start);
          if (bucketLength === 'month') return month(date.getUTCMonth());
          return hour(day(`${date.getUTCDate()}`, date.getUTCMonth()), clock(date));
        });
  return more > 0 ? andMore(parts.join(language === 'en' ? ', ' : '、'), more) : all(parts);
}
