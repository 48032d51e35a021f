import type { LedgerSpans } from '../../engine/survey/ledger-span.ts';
import { hasMissingRows, type IdGap } from '../../files/id-gap.ts';
import { parseInstant } from '../../instant.ts';
import type { Sentence } from '../../sentence.ts';
import type { IdSequence } from '../read/id-sequence.ts';
import { type HeadedSource, isGatewayLog } from '../read/source.ts';
import type { RunSettings } from '../run-settings.ts';
import type { LinkedFacts } from './file-facts.ts';

/** Fewer rows show no habit. */
const ROWS_MIN = 20;
/** The share of rows whose number follows the one before where a list is whole. */
const DENSE_SHARE = 0.95;
/** A page of a large list; fewer ids are left out by transactions that fail, and by rows that somebody deletes. */
const GAP_MIN = 50;
/** So many times the rows that are there are no gap in a list. */
const GAP_SHARE_MAX = 100;
/** Fewer rows of one type are no month of a gateway. */
const FILTERED_ROWS_MIN = 200;
/** So many ids no whole list leaves out at random. */
const LEFT_OUT_MIN = 10;
/** The share of ids that no whole list leaves out. */
const LEFT_OUT_SHARE = 0.01;

type Numbered = NonNullable<IdSequence['least']>;

interface Log {
  readonly place: string;
  readonly ids: IdSequence;
}

const isDense = ({ rows, steps }: IdSequence): boolean =>
  rows >= ROWS_MIN && steps >= DENSE_SHARE * (rows - 1);

/** Whether rows are missing where ids are left out of a list that is dense otherwise. */
const isMissing = (gap: IdGap, { rows, steps, seconds }: IdSequence): boolean =>
  gap.ids >= GAP_MIN &&
  gap.ids <= GAP_SHARE_MAX * rows &&
  gap.seconds > 0 &&
  hasMissingRows(gap, { ids: steps, seconds });

function holes({ place, ids }: Log): Sentence[] {
  const gaps = isDense(ids) ? ids.gaps.filter((gap) => isMissing(gap, ids)) : [];
  if (gaps.length === 0) return [];
  const missing = gaps.reduce((sum, gap) => sum + gap.ids, 0);
  return [
    {
      en: `${place}: ${missing} row ids are missing, although all other rows are numbered in sequence. Export all rows again.`,
      zh: `${place}：行号本来连续，却缺少 ${missing} 个。请重新导出全部记录。`,
    },
  ];
}

/** Rows between two files whose numbers follow one another, such as those of a day of the period that was not exported. */
function between(logs: readonly Log[], { start, end }: NonNullable<RunSettings['period']>): Sentence[] {
  const [from, to] = [start, end].map(
    (bound) => (bound === undefined ? Number.NaN : parseInstant(bound)) / 1000,
  );
  const dense = logs
    .filter(({ ids }) => isDense(ids))
    .map(({ place, ids }) => ({ place, ids, first: ids.least as Numbered, last: ids.greatest as Numbered }))
    .sort((a, b) => a.first.id - b.first.id);
  let [before] = dense;
  return dense.flatMap((log) => {
    const { place, ids, first } = log;
    const earlier = before as typeof log;
    const { last } = earlier;
    // One file may hold all that another has.
    if (log.last.id > last.id) before = log;
    const missing = first.id - last.id - 1;
    const inPeriod = Math.min(first.seconds, to || Infinity) - Math.max(last.seconds, from || 0);
    if (!isMissing({ ids: missing, seconds: inPeriod }, ids)) return [];
    return [
      {
        en: `${missing} row ids are missing between ${earlier.place} and ${place}. Add the missing file.`,
        zh: `${earlier.place} 与 ${place} 之间缺少 ${missing} 个行号。请补上缺少的文件。`,
      },
    ];
  });
}

/** The ids from its first to its last. */
const spanOf = ({ least, greatest }: IdSequence): number => (greatest?.id ?? 0) - (least?.id ?? 0) + 1;

/** A list of one type is a part of the log: refunds and failures are rows of other types. */
function filtered({ place, ids }: Log): Sentence[] {
  const { rows, type } = ids;
  const span = spanOf(ids);
  const left = span - rows;
  if (type === undefined || rows < FILTERED_ROWS_MIN || rows < span / 2) return [];
  if (left < Math.max(LEFT_OUT_MIN, LEFT_OUT_SHARE * span)) return [];
  return [
    {
      en: `${place} has only rows of one type and lacks ${left} of ${span} row ids, so it seems to be filtered. Refunds and failures are rows of other types: export all rows.`,
      zh: `${place} 只有一种类型的记录，且缺少 ${span} 个行号中的 ${left} 个，似乎经过筛选。退款和失败属于其他类型，请导出全部记录。`,
    },
  ];
}

const logsOf = (sources: readonly HeadedSource[]): Log[] =>
  sources
    .filter((source) => isGatewayLog(source) && !source.head.profile.own.isProven)
    .map(({ place, head: { profile } }) => ({ place, ids: profile.ids }));

/** So many requests of the bill show that what a log leaves out was sold. */
const UNSOLD_MIN = 5;
/** The share of rows behind a hole that no whole list has. */
const HOLES_SHARE = 0.1;

/**
 * What the bill shows of a log that leaves out ids: that it holds what the log lacks, that it may, or nothing. One that
 * names no request only may, unless it has many more of them.
 */
function billedOf({ log, bill }: LedgerSpans): 'surely' | 'perhaps' | 'not' {
  if (bill.count === 0 || bill.named.first !== null)
    return bill.unmatchedTimes.length >= UNSOLD_MIN ? 'surely' : 'not';
  return bill.count > (1 + HOLES_SHARE) * log.count ? 'surely' : 'perhaps';
}

/**
 * A list that was filtered, by a channel perhaps, makes losses of what was billed on all others. Rows of one type alone
 * leave out ids without that: then only what all rows share tells.
 */
function filteredFrom({ place, ids }: Log): Sentence[] {
  const { rows, steps, holes, type, shared } = ids;
  // A whole list in another order leaves out nothing.
  const leftOut = spanOf(ids) - rows;
  const hasHoles = rows >= ROWS_MIN && steps > 0 && holes >= HOLES_SHARE * rows && leftOut >= holes;
  if (!hasHoles || (type !== undefined && shared.length === 0)) return [];
  const [en, zh] = shared.length === 0 ? ['', ''] : [` (${shared.join(', ')})`, `（${shared.join('、')}）`];
  return [
    {
      en: `${place} lacks row ids in ${holes} places, and the bill may contain these requests, so it seems to be filtered${en}. Export all rows.`,
      zh: `${place} 有 ${holes} 处行号不连续，而账单中可能有缺少的请求，似乎经过筛选${zh}。请导出全部记录。`,
    },
  ];
}

/**
 * What is told of a log that may be a part of one, and keeps nobody from an answer: some gateways write rows of one type
 * alone or leave out numbers, and some operators export a few columns.
 */
export function partialLogs({ sources, reach }: LinkedFacts): Sentence[] {
  const logs = logsOf(sources);
  return [...logs.flatMap(filtered), ...(billedOf(reach) === 'perhaps' ? logs.flatMap(filteredFrom) : [])];
}

/** What a log lacks by what it shows itself: a gateway numbers all rows of its list one after another. */
export function missingRows({ sources, reach, settings: { period = {} } }: LinkedFacts): Sentence[] {
  const logs = logsOf(sources);
  return [
    ...logs.flatMap(holes),
    ...between(logs, period),
    ...(billedOf(reach) === 'surely' ? logs.flatMap(filteredFrom) : []),
  ];
}
