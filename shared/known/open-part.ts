import { answerOf } from '../answer/answer.ts';
import { exactOf } from '../answer/cause-lines.ts';
import { byMoney, causesIn, type KnownCause } from '../answer/causes-together.ts';
import type { Told } from '../answer/told.ts';
import type { Language } from '../language.ts';
import { compare, type Decimal, decimal, plain, ZERO } from '../money.ts';
import type { Cause, ReconciliationReport } from '../schemas/report.ts';
import type { KnownRule } from './known-rules.ts';

/** A rule, and what it covers this time. */
export interface KnownLine {
  readonly rule: KnownRule;
  /** `over`: there is more than its amount, or its day has passed, so nothing of it is left out. */
  readonly state: 'covers' | 'over' | 'unused';
  /** Findings that it is about, and their money: an exact decimal. */
  readonly count: number;
  readonly amount: string;
}

const isAbout = ({ code, model, channelId }: KnownRule, { cause }: KnownCause): boolean =>
  cause.code === code &&
  (model === undefined || cause.model === model) &&
  (channelId === undefined || cause.channelId === channelId);

type Part = Pick<Cause, 'count' | 'amount' | 'counted'>;

/** What a rule is about of a cause: the whole, or what one customer has of it. */
function partOf({ userId }: KnownRule, { cause, traits }: KnownCause): Part | undefined {
  if (userId === undefined) return cause;
  return traits.shares.find((share) => share.userId === userId);
}

const less = (whole: string, part: string): string => plain(decimal(whole).minus(decimal(part)));

function without(cause: Cause, { count, amount, counted }: Part): Cause | undefined {
  if (count >= cause.count) return undefined;
  return {
    ...cause,
    count: cause.count - count,
    amount: cause.amount === null ? null : less(cause.amount, amount ?? '0'),
    counted: less(cause.counted, counted),
  };
}

/** The last day of the books, which a rule may have outlived. */
const lastDayOf = ({ summary: { period, byDay } }: ReconciliationReport): string =>
  byDay[0]?.day ?? (period.reference ?? '').slice(0, 10);

/** Takes what the rules cover out of causes, and tells of each what it covers. */
class Knowledge {
  readonly left: (KnownCause | undefined)[];
  readonly money: Record<'lost' | 'owed' | 'doubtful', Decimal>;
  readonly #lastDay: string;
  /** What is covered of each cause that is covered as a whole. */
  readonly #covered = new Map<string, string>();

  constructor(told: Told) {
    const { money } = told.report.summary;
    this.left = causesIn(told);
    this.money = {
      lost: decimal(money.lost),
      owed: decimal(money.owed),
      doubtful: decimal(money.doubtful),
    };
    this.#lastDay = lastDayOf(told.report);
  }

  apply(rule: KnownRule): KnownLine {
    const about = this.left.flatMap((open, place) => {
      const part = open && isAbout(rule, open) ? partOf(rule, open) : undefined;
      return open && part ? [{ place, open, part }] : [];
    });
    const sum = about.reduce((so, { part }) => so.plus(decimal(exactOf(part))), ZERO);
    const count = about.reduce((so, { part }) => so + part.count, 0);
    const isOver =
      (rule.until !== undefined && rule.until < this.#lastDay) ||
      (rule.upTo !== undefined && compare(sum, decimal(rule.upTo)) > 0);
    const state = about.length === 0 ? 'unused' : isOver ? 'over' : 'covers';
    if (state === 'covers')
      for (const { place, open, part } of about) {
        const { side } = open.cause;
        if (side !== null) this.money[side] = this.money[side].minus(decimal(part.counted));
        const cause = without(open.cause, part);
        if (cause === undefined) this.#covered.set(open.cause.findingId, exactOf(part));
        const shares = open.traits.shares.filter(({ userId }) => userId !== rule.userId);
        this.left[place] = cause && { ...open, cause, traits: { ...open.traits, shares } };
      }
    return { rule, state, count, amount: plain(sum) };
  }

  /** Whether a cause only looks once more at the money of one that is covered. */
  isSeen({ cause }: KnownCause): boolean {
    const covered = cause.of === undefined ? undefined : this.#covered.get(cause.of);
    if (covered === undefined || compare(decimal(cause.counted), ZERO) > 0) return false;
    return compare(decimal(cause.amount ?? '0'), decimal(covered)) <= 0;
  }
}

/** What rules have covered of a report already. */
export const knownOf = ({ summary }: ReconciliationReport): readonly KnownLine[] =>
  (summary as { readonly known?: readonly KnownLine[] }).known ?? [];

/**
 * A report without the causes that its reader knows: they leave sums and answer, and the summary lists what each rule
 * covers. Counts of findings, tables and the list itself stay: rules are about what is said first.
 */
export function openPart<TTold extends Told>(
  told: TTold,
  rules: readonly KnownRule[],
  language: Language,
): TTold {
  if (rules.length === 0) return told;
  const { report } = told;
  const knowledge = new Knowledge(told);
  const known = [...knownOf(report), ...rules.map((rule) => knowledge.apply(rule))];
  const left = knowledge.left
    .flatMap((open) => (open === undefined || knowledge.isSeen(open) ? [] : open))
    .toSorted(byMoney);
  const { lost, owed, doubtful } = knowledge.money;
  const money = { lost: plain(lost), owed: plain(owed), doubtful: plain(doubtful) };
  const summary = { ...report.summary, money, known, causes: left.map(({ cause }) => cause) };
  const answer = answerOf({ ...report, summary }, language);
  return {
    ...told,
    report: { ...report, summary: { ...summary, answer } },
    since: left.map(({ since }) => since),
    traits: left.map(({ traits }) => traits),
  };
}

/** Whether something critical is left in the causes: what a command's exit code goes by. */
export const hasCritical = ({ summary }: ReconciliationReport): boolean =>
  summary.findings.critical > 0 &&
  (summary.cut.includes('causes') || summary.causes.some(({ severity }) => severity === 'critical'));

/** `known.json` of rules, as text. */
export const knownText = (known: readonly KnownRule[]): string => `${JSON.stringify({ known }, null, 2)}\n`;

/** The rule that covers a cause as it is. */
export const ruleOf = ({ code, model, channelId }: Cause): KnownRule => ({
  code,
  ...(model !== null && { model }),
  ...(channelId !== null && { channelId }),
});
