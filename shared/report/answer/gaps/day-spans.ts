import { DAY_MS, formatDay } from '../../../instant.ts';
import type { DaySpan, Gap, MissingDays } from './gap.ts';

/** Joins consecutive days to spans: ten days become one span from `2026-10-01` to `2026-10-10`. */
export function joinDays(days: readonly string[]): DaySpan[] {
  const spans: { from: string; to: string }[] = [];
  for (const day of days.toSorted()) {
    const last = spans.at(-1);
    if (last && formatDay(Date.parse(last.to) + DAY_MS) === day) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}

/** Returns the first and last day of the period that closes a gap: a month, or two instants. Undefined without one. */
export function findPeriodSpan(gap: Gap): DaySpan | undefined {
  if (gap.about !== 'span' || gap.period === undefined) return undefined;
  const [start = '', end] = gap.period.split('/');
  const [year = 0, month = 0] = start.split('-').map(Number);
  return end === undefined
    ? { from: `${start}-01`, to: formatDay(Date.UTC(year, month, 0)) }
    : { from: start.slice(0, 10), to: formatDay(Date.parse(end) - DAY_MS) };
}

/** Lists the days of which something is missing, whether all or a part of it, by date. */
export const listMissingSpans = ({ whole, part }: MissingDays): DaySpan[] =>
  [...whole, ...part].toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));

/** Whether only one day, or a part of one, is missing. */
export const isSingleDay = (days: MissingDays): boolean =>
  new Set(listMissingSpans(days).flatMap(({ from, to }) => [from, to])).size === 1;
