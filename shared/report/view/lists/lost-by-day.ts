import type { Finding } from '../../../schemas/report.ts';
import { readCountedAmount, sideOfFinding } from '../../answer/findings-of-cause.ts';
import { toLength } from '../figures.ts';
import type { View } from '../view.ts';

type Named = 'model' | 'channelId' | 'userId';

/** Amounts counted as lost by name and day, as numbers for drawing. */
type Lost = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Sums of each selection of findings, cached because the view is drawn again with each click. */
const cache = new WeakMap<readonly Finding[], Map<Named, Lost>>();

function lostBy({ report, found: { findings }, days = {} }: View, by: Named): Lost {
  const sumsByName = cache.get(findings) ?? new Map<Named, Lost>();
  cache.set(findings, sumsByName);
  const last = sumsByName.get(by);
  if (last) return last;
  const sums = new Map<string, Map<string, number>>();
  for (const finding of findings) {
    const { id, model, channelId, details = {} } = finding;
    const { userId } = details as { readonly userId?: string };
    const [name, day] = [{ model, channelId, userId }[by], days[id]];
    if (name === undefined || day === undefined || sideOfFinding(report, finding) !== 'lost') continue;
    const line = sums.get(name) ?? new Map<string, number>();
    sums.set(name, line.set(day, (line.get(day) ?? 0) + toLength(readCountedAmount(finding))));
  }
  sumsByName.set(by, sums);
  return sums;
}

/**
 * Computes the losses of each model, channel or customer by day, or by hour if there is only one day.
 * @returns a function from the name of a model, channel or customer to its loss on each day of the report, the earliest
 * first, 0 without a loss; `undefined` if the report has fewer than two days or hours, or no losses
 */
export function computeDailyLosses(view: View, by: Named): ((name: string) => readonly number[]) | undefined {
  const times =
    view.hours?.map(({ hour }) => hour) ?? view.report.summary.byDay.map(({ day }) => day).toReversed();
  const lost = lostBy(view, by);
  if (times.length < 2 || lost.size === 0) return undefined;
  return (name) => times.map((time) => lost.get(name)?.get(time) ?? 0);
}
