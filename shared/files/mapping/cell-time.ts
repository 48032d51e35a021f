import { parseInZone, parseUnixDecimals } from '../../civil-time.ts';
import type { Sentence } from '../../sentence.ts';

/** Text of each part of a time format. `Z` is an offset, `z` the letters of a zone. */
const PARTS: Readonly<Record<string, RegExp>> = {
  YYYY: /\d{4}/y,
  YY: /\d{2}/y,
  MMM: /[A-Z]{3,9}/iy,
  MM: /\d{1,2}/y,
  DD: /\d{1,2}/y,
  HH: /\d{1,2}/y,
  mm: /\d{1,2}/y,
  ss: /\d{1,2}/y,
  SSS: /\d{1,9}/y,
  AM: /[AP]M/iy,
  Z: /Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?/iy,
  z: /[A-Z]{1,5}/iy,
};
const FORMAT = /YYYY|YY|MMM|MM|DD|HH|mm|ss|SSS|AM|Z|z/g;
const partsOf = (format: string): readonly string[] => format.match(FORMAT) ?? [];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Number of the month that an English name or its beginning means, as two digits; `00` for other words. */
const monthNumber = (name: string): string =>
  `${MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1}`.padStart(2, '0');

/** Whether a text is a time format: year, month and day exactly once, the other parts at most once, and no other letter but T. */
export function isTimeFormat(format: string): boolean {
  const parts = partsOf(format);
  if (/[A-SU-Z]/i.test(format.replaceAll(FORMAT, '').replaceAll('T', ''))) return false;
  const dates = parts.map((part) => ({ YY: 'YYYY', MMM: 'MM' })[part] ?? part);
  return new Set(dates).size === dates.length && ['YYYY', 'MM', 'DD'].every((part) => dates.includes(part));
}

/** Whether a time format contains `z`, letters such as CST that can mean several time zones. */
export const needsTimeZone = (format: string): boolean => partsOf(format).includes('z');

/**
 * Converts a time in a format such as `DD.MM.YYYY HH:mm` to `2026-10-01T08:00:00`; `undefined` if it does not match.
 * Accepts single digits such as `1` for `DD`. `MMM` is the English name of a month. `AM` matches AM and PM and makes
 * `HH` an hour of a 12-hour clock.
 */
function toIso(text: string, format: string): string | undefined {
  const found: Record<string, string> = {};
  let at = 0;
  let from = 0;
  for (const { 0: part, index } of format.matchAll(FORMAT)) {
    const between = format.slice(from, index);
    if (!text.startsWith(between, at)) return undefined;
    at += between.length;
    from = index + part.length;
    const pattern = PARTS[part] as RegExp;
    pattern.lastIndex = at;
    const [piece] = pattern.exec(text) ?? [];
    if (piece === undefined) return undefined;
    if (part === 'YY') found.YYYY = `20${piece}`;
    else if (part === 'MMM') found.MM = monthNumber(piece);
    else found[part] = /^\d$/.test(piece) && part !== 'SSS' ? `0${piece}` : piece;
    at += piece.length;
  }
  // Any text after the last part of the format, such as a closing bracket, must be equal in both.
  if (text.slice(at) !== format.slice(from)) return undefined;
  const { YYYY, MM, DD, HH = '00', mm = '00', ss = '00', SSS, AM, Z, z = '' } = found;
  const isHourOf12 = Number(HH) >= 1 && Number(HH) <= 12;
  if (AM !== undefined && !isHourOf12) return undefined;
  const hour =
    AM === undefined ? HH : `${(Number(HH) % 12) + (AM.toUpperCase() === 'PM' ? 12 : 0)}`.padStart(2, '0');
  const zone = Z ?? (/^(?:UTC|GMT|Z)$/i.test(z) ? 'Z' : '');
  return `${YYYY}-${MM}-${DD}T${hour}:${mm}:${ss}${SSS === undefined ? '' : `.${SSS}`}${zone}`;
}

/**
 * Unix time of 2001 to 2033 in seconds, milliseconds, microseconds or nanoseconds. Later times could be dates such as
 * `2026100112`.
 */
const UNIX = /^(1\d{9})((?:\d{3}){0,3})$/;
/** Parts of other ways to write a date with the year first, and how ISO 8601 writes them; the rest says nothing more. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/\s/g, ' '],
  [/^(\d{4})[年.](\d{1,2})[月.](\d{1,2})日? ?/, '$1-$2-$3 '],
  [/^(20\d{2})(\d{2})(\d{2})$/, '$1-$2-$3'],
  [/^(\d{4})[-/.年](\d{1,2})月?$/, '$1-$2-1'],
  [/[时時]|分(?=\d)/g, ':'],
  [/[分秒]/g, ''],
  [/(:\d\d),(\d)/, '$1.$2'],
  [/(?: m=[+-][\d.]+|\[[\w/]+\])$/, ''],
];
const rewrite = (text: string): string =>
  REWRITES.reduce((written, [pattern, by]) => written.replace(pattern, by), text.normalize('NFKC')).trim();

/** A time of day at the end of the text that is not an offset such as `+08:00`. */
const WITHOUT_ZONE = /(?:^|[^+\-\d])\d{1,2}[:时時]\d{2}(?:[:分]\d{2}(?:[.,]\d+)?)?[分秒]?(?: ?[AP]M)?$/i;
/** Whether a text has a time of day without a time zone. Unix seconds are UTC. */
export const lacksZone = (text: string): boolean => WITHOUT_ZONE.test(text);

/**
 * Parses the time in a cell to milliseconds since 1970; `undefined` if it is not a time. Without a `format`, accepts
 * dates with the year first, and Unix time.
 * @param zone time zone of texts without one
 */
export function parseCellTime(text: string, zone = 'UTC', format?: string): number | undefined {
  if (format !== undefined) {
    const iso = toIso(text.replaceAll(/\s/g, ' '), format);
    return iso === undefined ? undefined : parseInZone(iso, zone);
  }
  const [, seconds, rest = ''] = UNIX.exec(text) ?? [];
  if (seconds !== undefined) return Number(`${seconds}${rest.slice(0, 3).padEnd(3, '0')}`);
  return parseUnixDecimals(text) ?? parseInZone(text, zone) ?? parseInZone(rewrite(text), zone);
}

/** Message for a cell that is not a time. */
export const NOT_A_TIME: Sentence = {
  en: 'must be a date and time such as 2026-10-01 08:00:00, or Unix seconds. For another format, set timeFormat in the mapping; export the numbers of days of a spreadsheet as dates',
  zh: '必须是 2026-10-01 08:00:00 这样的日期时间，或 Unix 秒数；其他写法请在列映射中填写 timeFormat；电子表格的天数请以日期格式导出',
};

/** Message for a cell that does not match the time format of its mapping. */
export const OTHER_FORMAT: Sentence = {
  en: 'must match the timeFormat of the mapping',
  zh: '必须符合列映射中的时间格式（timeFormat）',
};
