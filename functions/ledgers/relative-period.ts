/**
 * Periods that follow from the time of a run, by name, and what keys may say of the first day of each: an export of
 * one day by `{yyyy}-{mm}-{dd}`, those of a month by the prefix `{yyyy}-{mm}`.
 */
export const relativePeriods = {
  yesterday: ['yyyy', 'mm', 'dd'],
  /** The month that yesterday belongs to, until last midnight: on the first of a month all of the month before. */
  'month-to-date': ['yyyy', 'mm'],
  'previous-month': ['yyyy', 'mm'],
} as const;
export type RelativePeriod = keyof typeof relativePeriods;

export const isRelativePeriod = (period: unknown): period is RelativePeriod =>
  typeof period === 'string' && Object.hasOwn(relativePeriods, period);

/** Where the days of a relative period begin: `+08:00` in Beijing. */
export const UTC_OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;
/** A placeholder that no period has filled. */
export const PLACEHOLDER = /\{(?:yyyy|mm|dd)\}/;
