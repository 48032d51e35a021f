import { tryParseInstant } from '#shared/civil-time.ts';
import { DAY_MS } from '#shared/instant.ts';

const firstOfMonth = (ms: number): number => {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

/**
 * Periods relative to the time of a run, by name. `span` returns start and end for the last midnight before the run.
 * `placeholders` are the parts of the first day that keys may contain: `{yyyy}-{mm}-{dd}` in the key of a daily export,
 * `{yyyy}-{mm}` in the prefix of a month.
 */
export const relativePeriods = {
  yesterday: {
    span: (midnight: number) => [midnight - DAY_MS, midnight],
    placeholders: ['yyyy', 'mm', 'dd'],
  },
  /** Month of yesterday, until last midnight. On the first of a month that is the whole previous month. */
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
type RelativePeriod = keyof typeof relativePeriods;

/** Whether the value is the name of a relative period: `yesterday`, `month-to-date` or `previous-month`. */
export const isRelativePeriod = (period: unknown): period is RelativePeriod =>
  typeof period === 'string' && Object.hasOwn(relativePeriods, period);

/** Matches a placeholder, such as `{yyyy}`. */
export const PLACEHOLDER = /\{(?:yyyy|mm|dd)\}/;

const UTC_OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;

/** Parses an offset from UTC, such as `+08:00`, into milliseconds. Returns undefined for anything else. */
export const parseUtcOffset = (text: unknown): number | undefined =>
  typeof text === 'string' && UTC_OFFSET.test(text)
    ? -(tryParseInstant(`1970-01-01T00:00:00${text}`) as number)
    : undefined;

/**
 * Computes start and end of a relative period, such as `previous-month`, and fills the placeholders in all texts of the
 * input, such as `{yyyy}`, with the first day of the period.
 * @param atMs time to which the period is relative
 * @param offsetMs offset from UTC, above 0 to the east; the period starts and ends at midnight there
 * @param fields fields of the input except its period
 * @returns the filled fields, with `{ start, end }` in ISO 8601 as `period`
 */
export function resolveRelativePeriod(
  period: RelativePeriod,
  atMs: number,
  offsetMs: number,
  fields: object,
): object {
  const { span, placeholders } = relativePeriods[period];
  // Add the offset for the computation, so that midnights and months in UTC are those of the time zone.
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
