import type { Language } from '../../language.ts';
import { compare, type Decimal, toDecimal, toPlainText, ZERO } from '../../money/money.ts';
import type { Cause, Finding, ReconciliationReport } from '../../schemas/report.ts';
import { displayAmountOf } from '../answer/cause-lines.ts';
import { buildAnswer } from '../answer/first-lines.ts';
import type { LocalizedReport } from '../answer/localized-report.ts';
import { type CauseWithTraits, compareByMoney, listCauses } from '../answer/merged-causes.ts';
import type { AcknowledgementRule } from './acknowledgement-rules.ts';

/** A rule of `known.json` and the causes of one report that it covers. */
export interface RuleCoverage {
  readonly rule: AcknowledgementRule;
  /** `over`: the causes exceed the rule's amount or its day has passed, so the rule covers nothing. */
  readonly state: 'covers' | 'over' | 'unused';
  /** Findings that match the rule, and their money as an exact decimal. */
  readonly count: number;
  readonly amount: string;
}

/** Whether a cause or a finding has the code, the model and the channel of a rule. */
export const matchesRule = (
  { code, model, channelId }: AcknowledgementRule,
  found: Pick<Cause, 'code'> & Partial<Pick<Cause | Finding, 'model' | 'channelId'>>,
): boolean =>
  found.code === code &&
  (model === undefined || found.model === model) &&
  (channelId === undefined || found.channelId === channelId);

type Part = Pick<Cause, 'count' | 'amount' | 'counted'>;

/** The part of a cause that a rule covers: all of it, or the share of the rule's customer. */
function partOf({ userId }: AcknowledgementRule, { cause, traits }: CauseWithTraits): Part | undefined {
  if (userId === undefined) return cause;
  return traits.shares.find((share) => share.userId === userId);
}

const subtractText = (amount: string, part: string): string =>
  toPlainText(toDecimal(amount).minus(toDecimal(part)));

/** The cause without a part of it; `undefined` if no finding is left. */
function subtractPart(cause: Cause, { count, amount, counted }: Part): Cause | undefined {
  if (count >= cause.count) return undefined;
  return {
    ...cause,
    count: cause.count - count,
    amount: cause.amount === null ? null : subtractText(cause.amount, amount ?? '0'),
    counted: subtractText(cause.counted, counted),
  };
}

/** Last day of the report, with which `until` of a rule is compared. */
export const lastDayOf = ({ summary: { period, byDay } }: ReconciliationReport): string =>
  byDay[0]?.day ?? (period.reference ?? '').slice(0, 10);

/** Removes what rules cover from the causes and the sums of a report. */
class RuleApplication {
  /** Causes that are still open; `undefined` for those that rules cover. */
  readonly openCauses: (CauseWithTraits | undefined)[];
  readonly money: Record<'lost' | 'owed' | 'doubtful', Decimal>;
  readonly #lastDay: string;
  /** Amounts of the causes that are covered completely, by finding id. */
  readonly #covered = new Map<string, string>();

  constructor(localized: LocalizedReport) {
    const { money } = localized.report.summary;
    this.openCauses = listCauses(localized);
    this.money = {
      lost: toDecimal(money.lost),
      owed: toDecimal(money.owed),
      doubtful: toDecimal(money.doubtful),
    };
    this.#lastDay = lastDayOf(localized.report);
  }

  /** Applies one rule and returns what it covers. */
  apply(rule: AcknowledgementRule): RuleCoverage {
    const matches = this.openCauses.flatMap((open, index) => {
      const part = open && matchesRule(rule, open.cause) ? partOf(rule, open) : undefined;
      return open && part ? [{ index, open, part }] : [];
    });
    const sum = matches.reduce((total, { part }) => total.plus(toDecimal(displayAmountOf(part))), ZERO);
    const count = matches.reduce((total, { part }) => total + part.count, 0);
    const isOver =
      (rule.until !== undefined && rule.until < this.#lastDay) ||
      (rule.upTo !== undefined && compare(sum, toDecimal(rule.upTo)) > 0);
    const state = matches.length === 0 ? 'unused' : isOver ? 'over' : 'covers';
    if (state === 'covers')
      for (const { index, open, part } of matches) {
        const { side } = open.cause;
        if (side !== null) this.money[side] = this.money[side].minus(toDecimal(part.counted));
        const cause = subtractPart(open.cause, part);
        if (cause === undefined) this.#covered.set(open.cause.findingId, displayAmountOf(part));
        const shares = open.traits.shares.filter(({ userId }) => userId !== rule.userId);
        this.openCauses[index] = cause && { ...open, cause, traits: { ...open.traits, shares } };
      }
    return { rule, state, count, amount: toPlainText(sum) };
  }

  /** Whether a cause is another view of the money of a cause that is covered. */
  isViewOfCovered({ cause }: CauseWithTraits): boolean {
    const covered = cause.of === undefined ? undefined : this.#covered.get(cause.of);
    if (covered === undefined || compare(toDecimal(cause.counted), ZERO) > 0) return false;
    return compare(toDecimal(cause.amount ?? '0'), toDecimal(covered)) <= 0;
  }
}

/**
 * Returns the acknowledgement rules that have been applied to a report, each with the number and the amount of the
 * findings that match it. Empty if none have been applied.
 */
export const ruleCoveragesOf = ({ summary }: ReconciliationReport): readonly RuleCoverage[] =>
  (summary as { readonly known?: readonly RuleCoverage[] }).known ?? [];

/**
 * Removes the causes that acknowledgement rules cover from the causes, the sums and the answer of a report, and lists
 * in the summary what each rule covers. The findings, their counts and the tables do not change.
 */
export function removeAcknowledged<TReport extends LocalizedReport>(
  localized: TReport,
  rules: readonly AcknowledgementRule[],
  language: Language,
): TReport {
  if (rules.length === 0) return localized;
  const { report } = localized;
  const application = new RuleApplication(localized);
  const known = [...ruleCoveragesOf(report), ...rules.map((rule) => application.apply(rule))];
  const openCauses = application.openCauses
    .flatMap((open) => (open === undefined || application.isViewOfCovered(open) ? [] : open))
    .toSorted(compareByMoney);
  const { lost, owed, doubtful } = application.money;
  const money = { lost: toPlainText(lost), owed: toPlainText(owed), doubtful: toPlainText(doubtful) };
  const summary = { ...report.summary, money, known, causes: openCauses.map(({ cause }) => cause) };
  const answer = buildAnswer({ ...report, summary }, language);
  return {
    ...localized,
    report: { ...report, summary: { ...summary, answer } },
    since: openCauses.map(({ since }) => since),
    traits: openCauses.map(({ traits }) => traits),
  };
}

/** Formats acknowledgement rules as JSON, for the file `known.json`. */
export const formatRules = (known: readonly AcknowledgementRule[]): string =>
  `${JSON.stringify({ known }, null, 2)}\n`;

/** Builds the rule that acknowledges a cause without limits: for all customers, any amount, and without an end. */
export const buildRule = ({ code, model, channelId }: Cause): AcknowledgementRule => ({
  code,
  ...(model !== null && { model }),
  ...(channelId !== null && { channelId }),
});
