import { byCodeUnit } from '../../engine/rows/order.ts';
import type { CodeText } from '../../engine/words/code-text.ts';
import { formatDay } from '../../instant.ts';
import { CAUSES_MAX } from '../../limits.ts';
import { sumBy, toPlainText } from '../../money/money.ts';
import type { Side } from '../../schemas/lists.ts';
import type { Summary } from '../../schemas/report.ts';
import { toWallTime } from '../../zoned-time.ts';
import { type Bounded, bounded } from './bounded.ts';
import { type CountedFindings, codeOf, type DraftCause, sideOf } from './causes.ts';
import { compareDrafts, type Draft, type Magnitude, toMagnitude } from './drafts.ts';
import { findParentCauses, type RequestsByCodes } from './parent-causes.ts';

/** A code either has amounts or has none. */
const amountText = ({ evidence }: Draft, { text }: Magnitude): string | null =>
  evidence.amount === undefined ? null : text;

/**
 * The causes as the report lists them.
 * @param shown which codes look at the same requests
 */
export function listSummaryCauses(
  causes: readonly DraftCause[],
  shown: RequestsByCodes,
  max: number,
): Bounded<Summary['causes'][number]> {
  const under = findParentCauses(causes, shown, max);
  return bounded(causes, max, (cause) => {
    const { worst, model, channelId, count, magnitude, counted } = cause;
    const of = under.get(cause);
    return {
      severity: worst.evidence.severity,
      side: sideOf(cause),
      code: worst.evidence.code,
      model: model ?? null,
      channelId: channelId ?? null,
      count,
      amount: amountText(worst, magnitude),
      counted: counted.text,
      findingId: worst.id,
      ...(of && { of: of.worst.id }),
    };
  });
}

/** What all causes count, by side: each cent once. */
export function sumBySide(causes: readonly DraftCause[]): Summary['money'] {
  const bySide = Map.groupBy(causes, sideOf);
  const sumOf = (side: Side): string =>
    toPlainText(sumBy(bySide.get(side) ?? [], ({ counted }) => counted.exact));
  return { lost: sumOf('lost'), owed: sumOf('owed'), doubtful: sumOf('doubtful') };
}

/** How many payments name no currency, and the credit that they brought. */
export function unnamedPaymentsOf(causes: readonly DraftCause[]): Pick<Summary, 'unnamedPayments'> {
  const { cases = 0, amounts } =
    causes.find((cause) => codeOf(cause) === 'payment_currency_unknown')?.worst.evidence ?? {};
  const credited = amounts?.credited;
  return cases > 0 && credited ? { unnamedPayments: { count: cases, credited: toPlainText(credited) } } : {};
}

/** The first day of each listed cause, as `2026-03-10`; null where only the whole shows it. No part of a report. */
export const firstDays = (causes: readonly DraftCause[], timeZone = 'UTC'): (string | null)[] =>
  causes
    .slice(0, CAUSES_MAX)
    .map(({ since }) => (since === undefined ? null : formatDay(toWallTime(since, timeZone))));

/** What all findings of each code come to, in the order of the codes. */
function codeLines(
  causes: readonly DraftCause[],
  wordsOf: (code: string) => CodeText,
): Summary['findings']['byCode'] {
  const lines: Summary['findings']['byCode'] = {};
  for (const [code, own] of [...Map.groupBy(causes, codeOf)].sort(([a], [b]) => byCodeUnit(a, b))) {
    const worst = own.map((cause) => cause.worst).reduce((a, b) => (compareDrafts(b, a) < 0 ? b : a));
    const { severity } = worst.evidence;
    const { title, remedy } = wordsOf(code);
    const count = own.reduce((sum, cause) => sum + cause.count, 0);
    const sum = toMagnitude(sumBy(own, ({ magnitude }) => magnitude.exact));
    lines[code] = { severity, count, amount: amountText(worst, sum), title, remedy };
  }
  return lines;
}

/** How many findings there are, listed or not. */
export const countBySeverity = (
  { bySeverity, causes }: CountedFindings,
  wordsOf: (code: string) => CodeText,
): Omit<Summary['findings'], 'listed'> => ({
  total: bySeverity.critical + bySeverity.warning + bySeverity.info,
  ...bySeverity,
  byCode: codeLines(causes, wordsOf),
});
