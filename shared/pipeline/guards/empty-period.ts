import type { FirstAndLast } from '../../engine/survey/ledger-span.ts';
import type { OutsideRequests } from '../../engine/survey/outside-other-ledger.ts';
import { DAY_MS, formatDay } from '../../instant.ts';
import type { Gap } from '../../report/answer/gaps/gap.ts';
import { makeSentence, type Sentence } from '../../sentence.ts';
import type { RunSettings } from '../run-settings.ts';
import type { LinkedFacts } from './file-facts.ts';

const formatDays = ({ first, last }: FirstAndLast): Sentence => {
  const [from, to] = [formatDay(first ?? 0), formatDay(last ?? 0)];
  return from === to
    ? { en: `from ${from}`, zh: `${from} 的` }
    : { en: `from ${from} to ${to}`, zh: `${from} 至 ${to} 的` };
};

const MONTH_STARTS = /-01T00:00:00(?:\.000)?Z$/;
const formatPeriod = ({ start = '…', end = '…' }: NonNullable<RunSettings['period']>): string =>
  MONTH_STARTS.test(start) && MONTH_STARTS.test(end) && Date.parse(end) - Date.parse(start) <= 31 * DAY_MS
    ? start.slice(0, 'yyyy-mm'.length)
    : `${start}/${end}`;

/** Refuses a run whose period contains no row of the log, or none of the bill. Names the days that the rows have. */
export function findEmptyPeriod({
  spans: { log, bill },
  settings: { period },
}: LinkedFacts): readonly Sentence[] {
  if (period === undefined) return [];
  for (const [span, name] of [
    [log, { en: 'requests of the log', zh: '条日志请求' }],
    [bill, { en: 'rows of the bill', zh: '条账单记录' }],
  ] as const) {
    if (span.count === 0 || span.inside > 0) continue;
    return [
      makeSentence((language) =>
        language === 'en'
          ? `None of the ${span.count} ${name.en} is in the period ${formatPeriod(period)}. They are dated ${formatDays(span).en}.`
          : `${span.count} ${name.zh}都不在账期 ${formatPeriod(period)} 内，而是 ${formatDays(span).zh}。`,
      ),
      {
        en: 'Set --period to the dates of these rows, or supply the files for the period that you set.',
        zh: '请把 --period 改为这些记录的账期，或提供所设账期的文件。',
      },
    ];
  }
  return [];
}

const formatTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

const LOG: Sentence = { en: 'the log', zh: '日志' };
const BILL: Sentence = { en: "the provider's bill", zh: '上游账单' };

/** Sentence about a file. Names the kind of gap that states the same fact in the first lines, if there is one. */
export type FileNotice = Sentence & { readonly gap?: Gap['about'] };

/** Describes requests in the log that are outside the dates of the bill, or the reverse, and what to do about it. */
export function describeOutsideRequests(
  { ledger, requests, start, end }: OutsideRequests,
  period: RunSettings['period'],
): FileNotice {
  const [whose, other] = ledger === 'downstreamUsage' ? [LOG, BILL] : [BILL, LOG];
  const [from, to] = [formatTime(start), formatTime(end)];
  return {
    gap: 'span',
    en: `${requests} requests in ${whose.en} fall outside the dates of ${other.en} (${from} to ${to}), so they cannot be matched. ${period ? 'Export both for the same period.' : 'If both are complete, set --period. Otherwise, export both for the same period.'}`,
    zh: `${whose.zh}中有 ${requests} 个请求在${other.zh}的时间（${from} 至 ${to}）之外，无法匹配。${period ? '请按相同时段导出两份文件。' : '如果两份都完整，请用 --period 写明账期；否则请按相同时段导出。'}`,
  };
}
