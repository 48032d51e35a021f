import type { Cause, Report } from '#shared/report-files/report-shape.ts';
import type { Answered } from './answered.ts';
import type { HeadlineParts } from './words/parts.ts';
import { reasons } from './words/reasons.ts';
import { type Language, languages } from './words/words.ts';

/** Findings of a cause, as far as they are listed. */
export const findingsOf = ({ findings }: Report, cause: Cause) =>
  findings.filter(
    ({ code, model, channelId }) =>
      code === cause.code && (model ?? null) === cause.model && (channelId ?? null) === cause.channelId,
  );

/** A cause is acknowledged when each of its findings is, and none is left unlisted. */
export const isAcknowledged = (report: Report, cause: Cause, acknowledged: ReadonlySet<string>): boolean => {
  const listed = findingsOf(report, cause);
  return listed.length === cause.count && listed.every(({ id }) => acknowledged.has(id));
};

/** Shares a model or a channel with money: the cause says where the leak is, and an unnamed total only that one is. */
const isOpen = ({ severity, amount, code }: Cause): boolean =>
  severity !== 'info' && amount !== null && amount !== '0' && code in reasons;

/** The one sentence that answers: the worst open cause in words, or that there is none. */
export function headline(
  { report, since }: Answered,
  acknowledged: ReadonlySet<string>,
  language: Language,
): string {
  const words = languages[language].report;
  const { causes, findings } = report.summary;
  const index = causes.findIndex((cause) => isOpen(cause) && !isAcknowledged(report, cause, acknowledged));
  const cause = causes[index];
  if (cause === undefined) {
    if (causes.some(isOpen)) return words.allAcknowledged;
    if (findings.critical + findings.warning === 0)
      return report.completeness.upstreamCharges
        ? findings.total === 0
          ? words.clean
          : words.onlyInfo
        : words.cleanButIncomplete;
    return words.cleanButIncomplete;
  }
  const { side, ...clause } = reasons[cause.code] as (typeof reasons)[string];
  const parts: HeadlineParts = {
    amount: cause.amount ?? '0',
    currency: report.currency,
    model: cause.model,
    channelId: cause.channelId,
    reason: clause[language](cause.count.toLocaleString(language), cause.count === 1),
    count: cause.count,
    since: since[index] ?? null,
  };
  return words[side](parts);
}
