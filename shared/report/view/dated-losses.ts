import type { Cause, Finding } from '../../schemas/report.ts';
import { displaySideOf } from '../answer/cause-lines.ts';
import { hasUncompared } from '../answer/compared.ts';
import { listFindingsOfCause } from '../answer/findings-of-cause.ts';
import { listGaps } from '../answer/gaps/find-gaps.ts';
import { hidesRequestLosses, isPaymentCode, mayExplain } from '../answer/gaps/gap-effects.ts';
import { listFacts, Selection } from './finding-sums.ts';
import type { PageReport } from './page-report.ts';

/** Lost and owed money of a report that no gap in the data may explain, by day, or by hour if there is only one day. */
export interface DatedLosses {
  /** Whether a gap hides losses, so that no margin is certain. */
  readonly areHidden: boolean;
  /** Causes with lost or owed money. */
  readonly causes: ReadonlySet<Cause>;
  /** Their findings, without those that have no day. */
  readonly dated: Selection;
  /** Whether requests lost money on a day or in an hour. */
  readonly isLoss: (time: string) => boolean;
}

/** Finds the days on which money was lost or is owed. The loss of a model is on all days since it began. */
export function findDatedLosses({ report, since, days }: PageReport): DatedLosses {
  const gaps = listGaps(report);
  const causes = new Set<Cause>();
  const dated = new Set<Finding>();
  const lossTimes = new Set<string>();
  /** First days of losses that are not of certain days, such as the loss of a model. */
  const starts: string[] = [];
  for (const [index, cause] of report.summary.causes.entries()) {
    const side = displaySideOf(cause);
    if ((side !== 'lost' && side !== 'owed') || gaps.some((gap) => mayExplain(gap, cause))) continue;
    causes.add(cause);
    const findings = listFindingsOfCause(report, cause).filter(({ id }) => days[id] !== undefined);
    for (const finding of findings) dated.add(finding);
    if (side === 'owed' || isPaymentCode(cause.code)) continue;
    for (const { id } of findings) lossTimes.add(days[id] as string);
    if (findings.length < cause.count) starts.push(since[index] ?? '');
  }
  // A day that is compared in part can be below 0 for this reason alone.
  const parts = new Set(report.summary.byDay.filter(hasUncompared).map(({ day }) => day));
  return {
    areHidden: gaps.some(hidesRequestLosses),
    causes,
    dated: new Selection(listFacts(report, days).filter(({ finding }) => dated.has(finding))),
    isLoss: (time) => lossTimes.has(time) || (!parts.has(time) && starts.some((start) => start <= time)),
  };
}
