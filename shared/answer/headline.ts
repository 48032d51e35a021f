import type { Language } from '../language.ts';
import type { Cause, ReconciliationReport } from '../schemas/report.ts';
import { type AnswerWords, answerWords, type HeadlineParts } from './answer-words.ts';
import { findingsOfCause } from './findings-of-cause.ts';
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

/** What the sentence can be about. */
const tellsMoney = ({ amount }: Cause): boolean => amount !== null && amount !== '0';
const countsMoney = ({ counted }: Cause): boolean => counted !== '0';

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
  /** Why money is at risk by each, in the same order. */
  readonly clauses: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The one sentence that answers: the cause that costs most, in words, or that there is none.
 * @param acknowledged ids of findings that the reader knows already
 */
export function headline(
  { report, since, clauses }: Answer,
  language: Language,
  acknowledged: ReadonlySet<string> = NONE,
): string {
  const words = answerWords[language];
  const open = report.summary.causes.filter(
    (cause) => cause.severity !== 'info' && !isAcknowledged(report, cause, acknowledged),
  );
  // The causes stand in the order of what they count; what counts nothing only shows the money of others.
  const cause = open.find(countsMoney) ?? open.find(tellsMoney);
  if (cause === undefined) return calm(report, open, words);
  const place = report.summary.causes.indexOf(cause);
  const isWhole = cause.counted === cause.amount;
  const parts: HeadlineParts = {
    amount: (countsMoney(cause) ? cause.counted : cause.amount) ?? '0',
    currency: report.currency,
    model: cause.model,
    channelId: cause.channelId,
    customer: isWhole || !countsMoney(cause) ? standoutOf(report, cause) : null,
    reason: clauses[place] ?? cause.code,
    count: cause.count,
    since: since[place] ?? null,
  };
  return words[cause.side ?? 'doubtful'](parts);
}
