import { DAY_MS, tryParseInstant } from '#shared/instant.ts';

const firstOfMonth = (ms: number): number => {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

/**
 * Periods that follow from the time of a run, by name: first and last midnight, given the midnight before the run, and
 * the parts of the first day that keys may contain. An export of one day is named by `{yyyy}-{mm}-{dd}`, those of a
 * month by the prefix `{yyyy}-{mm}`.
 */
export const relativePeriods = {
  yesterday: {
    span: (midnight: number) => [midnight - DAY_MS, midnight],
    placeholders: ['yyyy', 'mm', 'dd'],
  },
  /** The month that yesterday belongs to, until last midnight: on the first of a month all of the month before. */
  'month-to-date': {
    span: (midnight: number) => [firstOfMonth(midnight - DAY_MS), midnight],
    placeholders: ['yyyy', 'mm'],
  },
  'previous-month': {
    span: (midnight: number) => [firstOfMonth(firstOfMonth(midnight) - DAY_MS), firstOfMonth(midnight)],
    placeholders: ['yyyy', 'mm'],
  },
} as const satisfies Record<
  string,
  { span: (midnight: number) => readonly [number, number]; placeholders: readonly string[] }
>;
export type RelativePeriod = keyof typeof relativePeriods;

export const isRelativePeriod = (period: unknown): period is RelativePeriod =>
  typeof period === 'string' && Object.hasOwn(relativePeriods, period);

/** A placeholder that no period has filled. */
export const PLACEHOLDER = /\{(?:yyyy|mm|dd)\}/;

const UTC_OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

/** Parses the distance of a zone from UTC, such as `+08:00`, into milliseconds. */
export const parseUtcOffset = (text: unknown): number | undefined =>
  typeof text === 'string' && UTC_OFFSET.test(text)
    ? -(tryParseInstant(`1970-01-01T00:00:00${text}`) as number)
    : undefined;

/**
 * Resolves a relative period at a time, in days of a zone, and fills the placeholders of every text with its first day.
 * @param fields of an input, apart from the period
 */
export function resolveAt(period: RelativePeriod, atMs: number, offsetMs: number, fields: object): object {
  const { span, placeholders } = relativePeriods[period];
  // Local time, as though it were UTC.
  const [start, end] = span(Math.floor((atMs + offsetMs) / DAY_MS) * DAY_MS);
  const [yyyy = '', mm = '', dd = ''] = new Date(start).toISOString().slice(0, 10).split('-');
  const parts = { yyyy, mm, dd };
  const filled = placeholders.reduce(
    (text, name) => text.replaceAll(`{${name}}`, parts[name]),
    JSON.stringify(fields),
  );
  const [from, to] = [start, end].map((ms) => new Date(ms - offsetMs).toISOString());
  return { ...JSON.parse(filled), period: { start: from, end: to } };
}
