import type { Language } from '#shared/language.ts';
import type { Cause, ReconciliationReport } from '#shared/schemas/report.ts';
import type { Answered } from './answered.ts';
import { findingsOf } from './finding-index.ts';
import type { HeadlineParts } from './words/parts.ts';
import { reasons } from './words/reasons.ts';
import { languages, type Words } from './words/words.ts';

/** A cause is acknowledged when each of its findings is, and none is left unlisted. */
export const isAcknowledged = (
  report: ReconciliationReport,
  cause: Cause,
  acknowledged: ReadonlySet<string>,
): boolean => {
  const listed = findingsOf(report, cause);
  return listed.length === cause.count && listed.every(({ id }) => acknowledged.has(id));
};

/** What the sentence can be about: money, and words for why it is at risk. */
const isOpen = ({ severity, amount, code }: Cause): boolean =>
  severity !== 'info' && amount !== null && amount !== '0' && code in reasons;

/** Sums over models, channels and all: they show money that another cause explains. */
const SUMS: ReadonlySet<string> = new Set([
  'negative_margin_model',
  'negative_margin_channel',
  'negative_margin_total',
]);

/** The higher, the more of an answer a cause is: what is certain before what is doubtful, what explains before what adds up. */
const rankOf = ({ code }: Cause): number =>
  (reasons[code]?.side === 'doubtful' ? 0 : 2) + (SUMS.has(code) ? 0 : 1);

/** The cause that answers best, and the most money among those. Amounts are ranked, not computed with. */
const best = (causes: readonly Cause[]): Cause | undefined =>
  causes.toSorted((a, b) => rankOf(b) - rankOf(a) || Number(b.amount) - Number(a.amount))[0];

function calm({ report }: Answered, isAllKnown: boolean, words: Words['report']): string {
  const { critical, warning, total } = report.summary.findings;
  if (isAllKnown) return words.allAcknowledged;
  if (critical + warning > 0 || !report.completeness.upstreamCharges) return words.cleanButIncomplete;
  return total === 0 ? words.clean : words.onlyInfo;
}

/** The one sentence that answers: the cause that costs most, in words, or that there is none. */
export function headline(answered: Answered, acknowledged: ReadonlySet<string>, language: Language): string {
  const { report, since } = answered;
  const words = languages[language].report;
  const open = report.summary.causes.filter(isOpen);
  const cause = best(open.filter((candidate) => !isAcknowledged(report, candidate, acknowledged)));
  if (cause === undefined) return calm(answered, open.length > 0, words);
  const { side, ...clause } = reasons[cause.code] as (typeof reasons)[string];
  const parts: HeadlineParts = {
    amount: cause.amount ?? '0',
    currency: report.currency,
    model: cause.model,
    channelId: cause.channelId,
    reason: clause[language](cause.count.toLocaleString(language), cause.count === 1),
    count: cause.count,
    since: since[report.summary.causes.indexOf(cause)] ?? null,
  };
  return words[side](parts);
}
