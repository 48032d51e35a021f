import type { ReconciliationReport } from '../../../schemas/report.ts';
import { cachePerReport } from '../../answer/findings-of-cause.ts';
import { toLength } from '../figures.ts';
import type { View } from '../view.ts';

type Named = 'model' | 'channelId' | 'userId';

/** Amounts counted as lost by name and day, as numbers for drawing. */
type Lost = ReadonlyMap<string, ReadonlyMap<string, number>>;

const lostCodes = cachePerReport(
  ({ summary }) => new Set(summary.causes.flatMap(({ side, code }) => (side === 'lost' ? [code] : []))),
);

/** Sums of each report, cached because the view is drawn again with each click. */
const cache = new WeakMap<ReconciliationReport, Map<Named, Lost>>();

function lostBy({ report, days = {} }: View, by: Named): Lost {
  const sumsByName = cache.get(report) ?? new Map<Named, Lost>();
  cache.set(report, sumsByName);
  const last = sumsByName.get(by);
  if (last) return last;
  const sums = new Map<string, Map<string, number>>();
  for (const { id, code, model, channelId, details = {} } of report.findings) {
    const { counted, userId } = details as { readonly counted?: string; readonly userId?: string };
    const [name, day] = [{ model, channelId, userId }[by], days[id]];
    if (name === undefined || day === undefined || counted === undefined || !lostCodes(report).has(code))
      continue;
    const line = sums.get(name) ?? new Map<string, number>();
    sums.set(name, line.set(day, (line.get(day) ?? 0) + toLength(counted)));
  }
  sumsByName.set(by, sums);
  return sums;
}

/**
 * Returns a function that lists the losses of a table row by day, or by hour if there is only one day.
 * @returns undefined if the days of findings are unknown, or if there is only one bar
 */
export function lostByDay(view: View, by: Named): ((name: string) => readonly number[]) | undefined {
  const times =
    view.hours?.map(({ hour }) => hour) ?? view.report.summary.byDay.map(({ day }) => day).toReversed();
  const lost = lostBy(view, by);
  if (times.length < 2 || lost.size === 0) return undefined;
  return (name) => times.map((time) => lost.get(name)?.get(time) ?? 0);
}
