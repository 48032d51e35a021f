import type { Finding, ReconciliationReport } from '../../../schemas/report.ts';
import { readCountedAmount, sideOfFinding } from '../../answer/findings-of-cause.ts';
import { toLength } from '../figures.ts';

/**
 * Sums the amounts that findings count as lost, as numbers for drawing. The key of a sum has the field that names a
 * model, channel or customer, the name, and a day or hour: `model gpt-4o 2026-10-12`.
 * @param days day of each finding (or hour, if there is only one day), by its id
 */
export function sumDailyLosses(
  report: ReconciliationReport,
  findings: readonly Finding[],
  days: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, number> {
  const losses = new Map<string, number>();
  for (const finding of findings) {
    const { id, model, channelId, details } = finding;
    const day = days[id];
    if (day === undefined || sideOfFinding(report, finding) !== 'lost') continue;
    for (const [field, name] of Object.entries({ model, channelId, userId: details?.userId })) {
      const key = `${field} ${name} ${day}`;
      losses.set(key, (losses.get(key) ?? 0) + toLength(readCountedAmount(finding)));
    }
  }
  return losses;
}
