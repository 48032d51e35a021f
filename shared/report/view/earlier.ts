import type { Language } from '../../language.ts';
import { toDecimal, toPlainText } from '../../money/money.ts';
import type { Cause, ReconciliationReport } from '../../schemas/report.ts';
import { buildCauseKey } from '../answer/findings-of-cause.ts';

/** Titles of codes by language. */
export type Titles = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Figures of an earlier report that are compared with the current one. */
export interface EarlierReport {
  readonly currency: string;
  readonly generatedAt: string;
  readonly from: string;
  readonly to: string;
  readonly causes: readonly Cause[];
  /** Titles of the codes of its causes, in all languages. */
  readonly titles: Titles;
  /** Margin (or revenue, if the margin is unknown) of each row, by table and name. */
  readonly lines: Readonly<Record<'byModel' | 'byChannel' | 'byUser', Readonly<Record<string, string>>>>;
}

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
