/** Parts of a time format, and what of an ISO date-time they are. */
const PARTS = ['YYYY', 'MM', 'DD', 'HH', 'mm', 'ss', 'AM'] as const;
type Part = (typeof PARTS)[number];
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
export function isoOf(text: string, format: string): string | undefined {
  const found: Partial<Record<Part, string>> = {};
  let at = 0;
  let from = 0;
  for (const match of format.matchAll(FORMAT)) {
    const between = format.slice(from, match.index);
    if (!text.startsWith(between, at)) return undefined;
    at += between.length;
    from = match.index + match[0].length;
    const own = text.slice(at, at + match[0].length).toUpperCase();
    const digits = match[0] === 'AM' ? HALVES.find((half) => half === own) : /^\d{1,4}/.exec(own)?.[0];
    if (digits === undefined || (match[0] === 'YYYY' && digits.length < 4)) return undefined;
    found[match[0] as Part] = digits.padStart(2, '0');
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
