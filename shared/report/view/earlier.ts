import { toDecimal, toPlainText } from '../../money/money.ts';
import type { Cause, ReconciliationReport } from '../../schemas/report.ts';
import { buildCauseKey } from '../answer/findings-of-cause.ts';
import type { EarlierReport } from './read-earlier-report.ts';

/** Finds the cause of the same code, model and channel in an earlier report. */
export const findEarlierCause = (earlier: EarlierReport, cause: Cause): Cause | undefined =>
  earlier.causes.find((before) => buildCauseKey(before) === buildCauseKey(cause));

/** Lists the causes of an earlier report that counted money and that the current report does not have. */
export function listGoneCauses(earlier: EarlierReport, { summary }: ReconciliationReport): Cause[] {
  const now = new Set(summary.causes.map(buildCauseKey));
  return earlier.causes.filter((cause) => cause.counted !== '0' && !now.has(buildCauseKey(cause)));
}

/**
 * Computes by how much an amount in a table row is above that of the same row in an earlier report (negative if below),
 * as an exact decimal. Null if there is no earlier report, or if its table does not have the row.
 * @param name model, channel or customer of the row
 * @param now amount in the current report: the margin, or the revenue if the margin is unknown
 */
export function computeChange(
  earlier: EarlierReport | undefined,
  table: keyof EarlierReport['lines'],
  name: string,
  now: string,
): string | null {
  const before = earlier?.lines[table][name];
  return before === undefined ? null : toPlainText(toDecimal(now).minus(toDecimal(before)));
}
