import type { ReconciliationReport } from '../../../schemas/report.ts';
import { once } from '../../answer/findings-of-cause.ts';
import { lengthOf } from '../figures.ts';
import type { View } from '../view.ts';

type Named = 'model' | 'channelId' | 'userId';

/** What findings count as lost, by name and day: as lengths to draw, not as money. */
type Lost = ReadonlyMap<string, ReadonlyMap<string, number>>;

const lostCodes = once(
  ({ summary }) => new Set(summary.causes.flatMap(({ side, code }) => (side === 'lost' ? [code] : []))),
);

/** Drawn anew with each step of the reader, from tens of thousands of findings: added up once. */
const made = new WeakMap<ReconciliationReport, Map<Named, Lost>>();

function lostBy({ report, days = {} }: View, by: Named): Lost {
  const known = made.get(report) ?? new Map<Named, Lost>();
  made.set(report, known);
  const last = known.get(by);
  if (last) return last;
  const sums = new Map<string, Map<string, number>>();
  for (const { id, code, model, channelId, details = {} } of report.findings) {
    const { counted, userId } = details as { readonly counted?: string; readonly userId?: string };
    const [name, day] = [{ model, channelId, userId }[by], days[id]];
    if (name === undefined || day === undefined || counted === undefined || !lostCodes(report).has(code))
      continue;
    const line = sums.get(name) ?? new Map<string, number>();
    sums.set(name, line.set(day, (line.get(day) ?? 0) + lengthOf(counted)));
  }
  known.set(by, sums);
  return sums;
}

/**
 * What each line of a table lost on each day of the books, the first day first; of one day, in each hour.
 * @returns nothing where the days of findings are not known, or there is only one
 */
export function lostByDay(view: View, by: Named): ((name: string) => readonly number[]) | undefined {
  const times =
    view.hours?.map(({ hour }) => hour) ?? view.report.summary.byDay.map(({ day }) => day).toReversed();
  const lost = lostBy(view, by);
  if (times.length < 2 || lost.size === 0) return undefined;
  return (name) => times.map((time) => lost.get(name)?.get(time) ?? 0);
}
