import { parseInstant } from '../../civil-time.ts';
import type { LedgerSpans } from '../../engine/survey/ledger-span.ts';
import { hasMissingRows, type IdGap } from '../../files/id-gap.ts';
import type { IdSequence } from '../read/id-sequence.ts';
import { type HeadedSource, isGatewayLog } from '../read/source.ts';
import type { RunSettings } from '../run-settings.ts';
import type { LinkedFacts, MissingEvidence } from './file-facts.ts';

/** Fewest rows of which the ids are judged. */
const ROWS_MIN = 20;
/** Smallest share of rows whose id directly follows the previous id in a complete list. */
const DENSE_SHARE = 0.95;
/** Smallest gap that shows missing rows: a page. Failed transactions and deleted rows leave smaller gaps. */
const GAP_MIN = 50;
/** Largest gap within a list, as a multiple of its number of rows. */
const GAP_SHARE_MAX = 100;
/** Fewest rows of a log that may be filtered by type. */
const FILTERED_ROWS_MIN = 200;
/** Fewest missing ids that show a filter by type. */
const MISSING_IDS_MIN = 10;
/** Smallest share of missing ids that shows a filter by type. */
const MISSING_IDS_SHARE_MIN = 0.01;

type Numbered = NonNullable<IdSequence['least']>;

interface Log {
  readonly location: string;
  readonly ids: IdSequence;
}

const isDense = ({ rows, steps }: IdSequence): boolean =>
  rows >= ROWS_MIN && steps >= DENSE_SHARE * (rows - 1);

/** Returns whether rows are missing: a list whose ids are otherwise dense has gaps. */
const isGapOfMissingRows = (gap: IdGap, { rows, steps, seconds }: IdSequence): boolean =>
  gap.ids >= GAP_MIN &&
  gap.ids <= GAP_SHARE_MAX * rows &&
  gap.seconds > 0 &&
  hasMissingRows(gap, { ids: steps, seconds });

function findGapsInLog({ location, ids }: Log): MissingEvidence | [] {
  const gaps = isDense(ids) ? ids.gaps.filter((gap) => isGapOfMissingRows(gap, ids)) : [];
  if (gaps.length === 0) return [];
  const missing = gaps.reduce((sum, gap) => sum + gap.ids, 0);
  return {
    files: [location],
    sentence: {
      en: `${location}: ${missing} row ids are missing, although all other rows are numbered in sequence. Export all rows again.`,
      zh: `${location}：行号本应连续，却缺少 ${missing} 个。请重新导出全部记录。`,
    },
  };
}

/** Finds rows between two files with consecutive ids, such as a day that was not exported. */
function findGapsBetweenLogs(logs: readonly Log[], { start, end }: NonNullable<RunSettings['period']>) {
  const [from, to] = [start, end].map(
    (bound) => (bound === undefined ? Number.NaN : parseInstant(bound)) / 1000,
  );
  const dense = logs
    .filter(({ ids }) => isDense(ids))
    .map(({ location, ids }) => ({
      location,
      ids,
      first: ids.least as Numbered,
      last: ids.greatest as Numbered,
    }))
    .sort((a, b) => a.first.id - b.first.id);
  let [before] = dense;
  return dense.flatMap((log) => {
    const { location, ids, first } = log;
    const earlier = before as typeof log;
    const { last } = earlier;
    // Continue with the log with the largest id so far, because one file may contain all rows of the next file.
    if (log.last.id > last.id) before = log;
    const missing = first.id - last.id - 1;
    const inPeriod = Math.min(first.seconds, to || Infinity) - Math.max(last.seconds, from || 0);
    if (!isGapOfMissingRows({ ids: missing, seconds: inPeriod }, ids)) return [];
    return {
      files: [earlier.location, location],
      sentence: {
        en: `${missing} row ids are missing between ${earlier.location} and ${location}. Add the missing file.`,
        zh: `${earlier.location} 与 ${location} 之间缺少 ${missing} 个行号。请补上缺少的文件。`,
      },
    };
  });
}

/** Counts the ids from the first to the last. */
const countIdsInSpan = ({ least, greatest }: IdSequence): number =>
  (greatest?.id ?? 0) - (least?.id ?? 0) + 1;

/** Finds a log filtered by type: all its rows have one type, and ids are missing between them. */
function findLogsOfOneType({ location, ids }: Log): MissingEvidence | [] {
  const { rows, type } = ids;
  const span = countIdsInSpan(ids);
  const missing = span - rows;
  if (type === undefined || rows < FILTERED_ROWS_MIN || rows < span / 2) return [];
  if (missing < Math.max(MISSING_IDS_MIN, MISSING_IDS_SHARE_MIN * span)) return [];
  return {
    files: [location],
    sentence: {
      en: `${location} seems to be filtered: all rows have the same type, and ${missing} of ${span} row ids are missing. Export all rows, because refunds and failures have other types.`,
      zh: `${location} 似乎经过筛选：只有一种类型的记录，而且 ${span} 个行号中缺少 ${missing} 个。退款和失败属于其他类型，请导出全部记录。`,
    },
  };
}

const logsOf = (sources: readonly HeadedSource[]): Log[] =>
  sources
    .filter((source) => isGatewayLog(source) && !source.head.profile.usersOwnLog.isProven)
    .map(({ location, head: { profile } }) => ({ location, ids: profile.ids }));

/** Fewest requests that only the bill has, from which rows with missing ids are sales. */
const BILL_ONLY_REQUESTS_MIN = 5;
/** Smallest share of rows after a gap that shows a filter. */
const ROWS_AFTER_GAPS_SHARE_MIN = 0.1;

/** Returns whether the bill shows that rows with missing ids are missing requests, that they may be, or nothing. */
function compareWithBill({ log, bill }: LedgerSpans): 'surely' | 'perhaps' | 'not' {
  if (bill.count === 0 || bill.named.first !== null)
    return bill.unmatchedTimes.length >= BILL_ONLY_REQUESTS_MIN ? 'surely' : 'not';
  return bill.count > (1 + ROWS_AFTER_GAPS_SHARE_MIN) * log.count ? 'surely' : 'perhaps';
}

/**
 * Describes a log that seems to be filtered, for example by channel; with rows of one type, only by a shared column.
 */
function findFilteredLogs({ location, ids }: Log): MissingEvidence | [] {
  const { rows, steps, holes, type, shared } = ids;
  // Require at least as many missing ids as gaps: a list that is not sorted by id has gaps although no id is missing.
  const missing = countIdsInSpan(ids) - rows;
  const hasHoles =
    rows >= ROWS_MIN && steps > 0 && holes >= ROWS_AFTER_GAPS_SHARE_MIN * rows && missing >= holes;
  if (!hasHoles || (type !== undefined && shared.length === 0)) return [];
  const [en, zh] = shared.length === 0 ? ['', ''] : [` (${shared.join(', ')})`, `（${shared.join('、')}）`];
  return {
    files: [location],
    sentence: {
      en: `${location} seems to be filtered${en}: row ids are missing in ${holes} places, and the bill may contain these requests. Export all rows.`,
      zh: `${location} 似乎经过筛选${zh}：有 ${holes} 处行号不连续，而账单中可能有缺少的请求。请导出全部记录。`,
    },
  };
}

/** Describes logs with gaps in the row ids that do not prove missing rows: a filter, or ids that the gateway skips. */
export function describePossiblyPartialLogs({ sources, spans }: LinkedFacts): MissingEvidence[] {
  const logs = logsOf(sources);
  return [
    ...logs.flatMap(findLogsOfOneType),
    ...(compareWithBill(spans) === 'perhaps' ? logs.flatMap(findFilteredLogs) : []),
  ];
}

/**
 * Describes logs in which rows are missing: with gaps between row ids, in a file or between two files, because a
 * gateway numbers all rows consecutively; or filtered, if the bill contains requests that the log lacks.
 */
export function findMissingRows({
  sources,
  spans,
  settings: { period = {} },
}: LinkedFacts): MissingEvidence[] {
  const logs = logsOf(sources);
  return [
    ...logs.flatMap(findGapsInLog),
    ...findGapsBetweenLogs(logs, period),
    ...(compareWithBill(spans) === 'surely' ? logs.flatMap(findFilteredLogs) : []),
  ];
}
