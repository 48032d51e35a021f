import { DAY_MS, formatDay } from '../../../instant.ts';
import type { DaySpan } from './gap.ts';

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
