import { misplaced } from '../../judge/options.ts';
import { Rejection } from '../../rejections.ts';
import { anyOf, inEach, placed, type Sentence } from '../../sentence.ts';
import type { Source, SourceHead } from '../read/read.ts';
import type { Numbered } from '../read/row-id-marks.ts';
import { OPTION_OF } from './option-of.ts';

/** @param said what each file is, and which option takes it */
export const refusedFiles = (said: readonly Sentence[]): Rejection =>
  new Rejection(
    'invalid_request',
    { en: 'A file stands behind the wrong option.', zh: '有文件放在了错误的选项后面。' },
    said,
  );

/** @throws Rejection where a file is something else than its option takes; it names the option that takes it */
export function refuseMisplaced(columns: readonly SourceHead[], sources: readonly Source[]): void {
  const said = sources.flatMap(({ source, place, field }) => {
    const judged = columns[source]?.looks.judged;
    return (judged && misplaced(place, judged, OPTION_OF[field])) ?? [];
  });
  if (said.length > 0) throw refusedFiles(said);
}

const WHICH_SELLS: Sentence = {
  en: 'The files of --logs are of two gateways. Which one sells? Give the log of the other one, from which it buys, with --upstream.',
  zh: '--logs 中的文件出自两个网关。哪一个是对外销售的？另一个（上游）的日志请用 --upstream 提供。',
};

/**
 * Two gateways do not sell together: one of them buys from the other.
 * @throws Rejection where logs show the marks of the connector, and logs or rows only those of others
 */
export function refuseTwoGateways(
  columns: readonly SourceHead[],
  sources: readonly Source[],
  own: string,
): void {
  const logs = sources.flatMap(({ source, field, place }) => {
    const shown = [...(columns[source]?.shown ?? [])].sort();
    return field === 'logs' && shown.length > 0 ? [{ place, shown }] : [];
  });
  const hasOwn = logs.some(({ shown }) => shown.includes(own));
  const hasOthers = logs.some(({ shown }) => shown.some((id) => id !== own));
  if (hasOwn && hasOthers)
    throw new Rejection(
      'invalid_request',
      WHICH_SELLS,
      logs.map(({ place, shown }) => placed(place, shown.includes(own) ? ownAnd(own, shown) : anyOf(shown))),
    );
}

/** Rows are stamped before they are numbered, by many at once. */
const LAG_MAX_SECONDS = 60;
/** So many numbers that two rows have are no mistake of one. */
const SHARED_MIN = 3;

/** Numbers that two logs share, of rows that are not the same ones. */
function otherRows(a: readonly Numbered[], b: readonly Numbered[]): number {
  const times = new Map(a.map(({ id, seconds }) => [id, seconds]));
  const shared = b.flatMap(({ id, seconds }) => {
    const time = times.get(id);
    return time === undefined ? [] : Math.abs(time - seconds);
  });
  const others = shared.filter((lag) => lag > LAG_MAX_SECONDS).length;
  return 2 * others > shared.length ? others : 0;
}

/**
 * Two logs of one kind whose rows have the same numbers are of two databases. Lists of one user may number their rows
 * otherwise, and so do those whose numbers fall with the time.
 * @throws Rejection that names two such logs
 */
export function refuseTwoDatabases(columns: readonly SourceHead[], sources: readonly Source[]): void {
  const logs = sources.flatMap(({ source, field, place, mapping }) => {
    const { own, ids } = columns[source]?.looks ?? {};
    const { least, greatest } = ids ?? {};
    const isNumbered = (greatest?.seconds ?? 0) > (least?.seconds ?? 0) && own?.userId === undefined;
    return field === 'logs' && mapping === undefined && isNumbered
      ? [{ place, sample: ids?.sample ?? [] }]
      : [];
  });
  for (const [n, log] of logs.entries())
    for (const other of logs.slice(0, n)) {
      const rows = otherRows(other.sample, log.sample);
      if (rows < SHARED_MIN) continue;
      throw new Rejection('invalid_request', WHICH_SELLS, [
        {
          en: `${other.place} and ${log.place} number different rows alike (${rows} of those looked at). Where one gateway began to count anew, put both into one file.`,
          zh: `${other.place} 与 ${log.place} 中编号相同的行并不是同一行（抽查到 ${rows} 行）。如果是同一网关重新开始编号，请把两份合并成一个文件。`,
        },
      ]);
    }
}

/** A file may hold rows of both. */
function ownAnd(own: string, shown: readonly string[]): Sentence {
  const others = shown.filter((id) => id !== own);
  if (others.length === 0) return inEach(() => own);
  const other = anyOf(others);
  return { en: `${own}, and rows of ${other.en}`, zh: `${own}，还有 ${other.zh} 的记录` };
}

/**
 * A log that is given as the bill, too, would be bought for what it was sold.
 * @throws Rejection where a source of charges holds rows of the log
 */
export function refuseLogAsBill(columns: readonly SourceHead[], sources: readonly Source[]): void {
  const sampleOf = ({ source }: Source) => columns[source]?.looks.sample ?? [];
  const logs = sources.filter(({ field }) => field === 'logs');
  const twice = sources.flatMap((bill) => {
    const rows = new Set(bill.field === 'upstreamCharges' ? sampleOf(bill) : []);
    const log = logs.find((one) => sampleOf(one).some((row) => rows.has(row)));
    return log === undefined ? [] : [{ bill: bill.place, log: log.place }];
  });
  if (twice.length > 0)
    throw new Rejection(
      'invalid_request',
      {
        en: 'A log is given as the bill, too. The bill is what a provider, or the gateway that sells to this one, writes.',
        zh: '同一份日志又被当作账单提供。账单应由厂商或上游网关写出。',
      },
      twice.map(({ bill, log }) => ({
        en: `--upstream: ${bill} holds rows of ${log}`,
        zh: `--upstream：${bill} 中有 ${log} 的记录`,
      })),
    );
}
