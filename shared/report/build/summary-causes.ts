import { byCodeUnit } from '../../engine/rows/order.ts';
import type { CodeText } from '../../engine/words/code-text.ts';
import { formatDay } from '../../instant.ts';
import { CAUSES_MAX } from '../../limits.ts';
import { sumBy, toPlainText } from '../../money/money.ts';
import type { Side } from '../../schemas/lists.ts';
import type { Summary } from '../../schemas/report.ts';
import { toWallTime } from '../../zoned-time.ts';
import { type Bounded, convertFirst } from './bounded.ts';
import { type CountedFindings, codeOf, type DraftCause } from './causes.ts';
import { compareDrafts, type Draft, type Magnitude, toMagnitude } from './drafts.ts';
import { findParentCauses, type RequestsByCodes } from './parent-causes.ts';

/** Amount of a cause as text. Null if its code has no amounts. */
const amountText = ({ evidence }: Draft, { text }: Magnitude): string | null =>
  evidence.amount === undefined ? null : text;

/**
 * Builds the first `max` causes for the summary. If a cause is listed under an earlier one, its field `of` is the
 * finding id of the earlier one.
 */
export function listSummaryCauses(
  causes: readonly DraftCause[],
  requestsByCodes: RequestsByCodes,
  max: number,
): Bounded<Summary['causes'][number]> {
  const under = findParentCauses(causes, requestsByCodes, max);
  return convertFirst(causes, max, (cause) => {
    const { worst, model, channelId, count, magnitude, counted } = cause;
    const of = under.get(cause);
    return {
      severity: worst.evidence.severity,
      side: cause.side,
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

/** Sums the amounts that count: money lost, owed to customers, and in doubt. */
export function sumBySide(causes: readonly DraftCause[]): Summary['money'] {
  const bySide = Map.groupBy(causes, ({ side }) => side);
  const sumOf = (side: Side): string =>
    toPlainText(sumBy(bySide.get(side) ?? [], ({ counted }) => counted.exact));
  return { lost: sumOf('lost'), owed: sumOf('owed'), doubtful: sumOf('doubtful') };
}

/**
 * Builds the summary field `unnamedPayments`: number of payments without a currency, and their credit. Returns an empty
 * object if there are none.
 */
export function sumUnnamedPayments(causes: readonly DraftCause[]): Pick<Summary, 'unnamedPayments'> {
  const { cases = 0, amounts } =
    causes.find((cause) => codeOf(cause) === 'payment_currency_unknown')?.worst.evidence ?? {};
  const credited = amounts?.credited;
  return cases > 0 && credited ? { unnamedPayments: { count: cases, credited: toPlainText(credited) } } : {};
}

/**
 * Lists the first day of each cause that the summary contains, such as `2026-03-10`; null if the findings have no day.
 */
export const listFirstDays = (causes: readonly DraftCause[], timeZone = 'UTC'): (string | null)[] =>
  causes
    .slice(0, CAUSES_MAX)
    .map(({ since }) => (since === undefined ? null : formatDay(toWallTime(since, timeZone))));

/** Number, amount and texts of the findings of each code, sorted by code. */
function codeLines(
  causes: readonly DraftCause[],
  wordsOf: (code: string) => CodeText,
): Summary['findings']['byCode'] {
  const lines: Summary['findings']['byCode'] = {};
  for (const [code, ofCode] of [...Map.groupBy(causes, codeOf)].sort(([a], [b]) => byCodeUnit(a, b))) {
    const worst = ofCode.map((cause) => cause.worst).reduce((a, b) => (compareDrafts(b, a) < 0 ? b : a));
    const { severity } = worst.evidence;
    const { title, remedy } = wordsOf(code);
    const count = ofCode.reduce((sum, cause) => sum + cause.count, 0);
    const sum = toMagnitude(sumBy(ofCode, ({ magnitude }) => magnitude.exact));
    lines[code] = { severity, count, amount: amountText(worst, sum), title, remedy };
  }
  return lines;
}

/** Counts all findings by severity and by code, including those that are not listed. */
export const countBySeverity = (
  { bySeverity, causes }: CountedFindings,
  wordsOf: (code: string) => CodeText,
): Omit<Summary['findings'], 'listed'> => ({
  total: bySeverity.critical + bySeverity.warning + bySeverity.info,
  ...bySeverity,
  byCode: codeLines(causes, wordsOf),
});
