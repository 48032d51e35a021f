import type { Language } from '../language.ts';
import type { Cause, ReconciliationReport } from '../schemas/report.ts';
import { type AnswerWords, answerWords, type HeadlineParts } from './answer-words.ts';
import { findingsOfCause } from './findings-of-cause.ts';
import { reasons, type Side } from './reasons.ts';
import { standoutOf } from './shares.ts';

/** A cause is acknowledged when each of its findings is, and none is left unlisted. */
export const isAcknowledged = (
  report: ReconciliationReport,
  cause: Cause,
  acknowledged: ReadonlySet<string>,
): boolean => {
  const listed = findingsOfCause(report, cause);
  return listed.length === cause.count && listed.every(({ id }) => acknowledged.has(id));
};

/** What the sentence can be about: money, and words for why it is at risk. */
const tellsMoney = ({ amount, code }: Cause): boolean => amount !== null && amount !== '0' && code in reasons;

/** Sums over models, channels and all: they show money that another cause explains. */
const SUMS: ReadonlySet<string> = new Set([
  'negative_margin_model',
  'negative_margin_channel',
  'negative_margin_total',
]);

/** Whose money a cause is about. */
export const sideOf = ({ code }: Cause): Side => reasons[code]?.side ?? 'doubtful';

/** The higher, the more of an answer a cause is: what is certain before what is doubtful, what explains before what adds up. */
const rankOf = (cause: Cause): number =>
  (sideOf(cause) === 'doubtful' ? 0 : 2) + (SUMS.has(cause.code) ? 0 : 1);

/** Causes that answer best come first, and the most money among those. Amounts are ranked, not computed with. */
export const byAnswer = (a: Cause, b: Cause): number =>
  rankOf(b) - rankOf(a) || Number(b.amount) - Number(a.amount);

function calm(
  { summary, completeness }: ReconciliationReport,
  open: readonly Cause[],
  words: AnswerWords,
): string {
  const { findings, causes } = summary;
  const [worst] = open;
  if (worst) return words.unchecked(findings.byCode[worst.code]?.title ?? worst.code);
  if (findings.critical + findings.warning > 0) return words.allAcknowledged;
  if (!completeness.upstreamCharges) return words.cleanButIncomplete;
  return causes.length === 0 ? words.clean : words.onlyInfo;
}

/** A report, worded in the language of the sentence, and when its causes began. */
interface Answer {
  readonly report: ReconciliationReport;
  /** First day of each cause, in the order of `summary.causes`; null where only the whole shows it. */
  readonly since: readonly (string | null)[];
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The one sentence that answers: the cause that costs most, in words, or that there is none.
 * @param acknowledged ids of findings that the reader knows already
 */
export function headline(
  { report, since }: Answer,
  language: Language,
  acknowledged: ReadonlySet<string> = NONE,
): string {
  const words = answerWords[language];
  const open = report.summary.causes.filter(
    (cause) => cause.severity !== 'info' && !isAcknowledged(report, cause, acknowledged),
  );
  const cause = open.filter(tellsMoney).toSorted(byAnswer)[0];
  if (cause === undefined) return calm(report, open, words);
  const { side, ...clause } = reasons[cause.code] as (typeof reasons)[string];
  const parts: HeadlineParts = {
    amount: cause.amount ?? '0',
    currency: report.currency,
    model: cause.model,
    channelId: cause.channelId,
    customer: standoutOf(report, cause),
    reason: clause[language](cause.count.toLocaleString(language), cause.count === 1),
    count: cause.count,
    since: since[report.summary.causes.indexOf(cause)] ?? null,
  };
  return words[side](parts);
}
