import type { Sentence } from '../../sentence.ts';
import { zonedInstant } from './zoned-time.ts';

/** Parts of a time format, and what of an ISO date-time they are. */
const FORMAT = /YYYY|MM|DD|HH|mm|ss|AM/g;
const HALVES = ['AM', 'PM'];

/** Whether a text is a format: year, month and day once each, what follows them at most once. */
export function isTimeFormat(format: string): boolean {
  const parts: readonly string[] = format.match(FORMAT) ?? [];
  return new Set(parts).size === parts.length && ['YYYY', 'MM', 'DD'].every((part) => parts.includes(part));
}

/**
 * A time in a format, such as `DD.MM.YYYY HH:mm`, as `2026-10-01T08:00:00`; `undefined` where it does not fit. One
 * digit will do where a number has one. `AM` stands for the half of a day of twelve hours.
 */
function isoOf(text: string, format: string): string | undefined {
  const found: Record<string, string> = {};
  let at = 0;
  let from = 0;
  for (const { 0: part, index } of format.matchAll(FORMAT)) {
    const between = format.slice(from, index);
    if (!text.startsWith(between, at)) return undefined;
    at += between.length;
    from = index + part.length;
    const own = text.slice(at, at + part.length).toUpperCase();
    const digits = part === 'AM' ? HALVES.find((half) => half === own) : /^\d{1,4}/.exec(own)?.[0];
    if (digits === undefined || (part === 'YYYY' && digits.length < 4)) return undefined;
    found[part] = digits.padStart(2, '0');
    at += digits.length;
  }
  // What follows the last part must be what the format says; a format of a day leaves nothing over.
  if (text.slice(at) !== format.slice(from)) return undefined;
  const { YYYY, MM, DD, HH = '00', mm = '00', ss = '00', AM } = found;
  const isOfTwelve = Number(HH) >= 1 && Number(HH) <= 12;
  if (AM !== undefined && !isOfTwelve) return undefined;
  const hour = AM === undefined ? HH : `${(Number(HH) % 12) + 12 * HALVES.indexOf(AM)}`.padStart(2, '0');
  return `${YYYY}-${MM}-${DD}T${hour}:${mm}:${ss}`;
}

const UNIX = /^\d{9,10}$/;
const UNIX_MS = /^\d{12,13}$/;
/** Days since 1899-12-30, as spreadsheets count them: from 1982 to 2091. */
const SHEET_DAY = /^[3-6]\d{4}(?:[.,]\d+)?$/;
const SHEET_EPOCH_DAYS = 25_569;

/** To the second: the fraction of a day is a double. */
function sheetTime(text: string): string {
  const seconds = Math.round((Number(text.replace(',', '.')) - SHEET_EPOCH_DAYS) * 86_400);
  return new Date(seconds * 1000).toISOString().slice(0, -5);
}

/** A date and time of day without a zone: what a sign stands before is an offset. */
const WITHOUT_ZONE = /(?:^|[^+\-\d])\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
export const lacksZone = (text: string): boolean => WITHOUT_ZONE.test(text) || SHEET_DAY.test(text);

/** The instant that a cell names, in milliseconds; `undefined` where it names none. */
export function timeOf(text: string, zone = 'UTC', format?: string): number | undefined {
  if (format !== undefined) {
    const iso = isoOf(text, format);
    return iso === undefined ? undefined : zonedInstant(iso, zone);
  }
  if (UNIX.test(text)) return Number(text) * 1000;
  if (UNIX_MS.test(text)) return Number(text);
  return zonedInstant(SHEET_DAY.test(text) ? sheetTime(text) : text, zone);
}

export const NO_TIME: Sentence = {
  en: 'must be a date and time such as 2026-10-01 08:00:00, or Unix seconds; else give the mapping a timeFormat',
  zh: '必须是 2026-10-01 08:00:00 这样的日期时间，或 Unix 秒数；否则请说明时间的写法（timeFormat）',
};
export const NOT_IN_FORMAT: Sentence = {
  en: 'must be a date and time in the timeFormat of the mapping',
  zh: '必须是符合规则所定写法（timeFormat）的日期时间',
};
