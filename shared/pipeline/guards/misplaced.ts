import { misplaced, OPTION_OF } from '../../recognition/options.ts';
import type { Key } from '../../recognition/row-sample.ts';
import { Rejection } from '../../rejections.ts';
import { anyOf, inEach, placed, type Sentence } from '../../sentence.ts';
import type { RowIdMarks } from '../read/row-id-marks.ts';
import { type HeadedSource, isGatewayLog } from '../read/source.ts';

/** @param said what each file is, and which option takes it */
export const refusedFiles = (said: readonly Sentence[]): Rejection =>
  new Rejection(
    'invalid_request',
    { en: 'A file stands behind the wrong option.', zh: '有文件放在了错误的选项后面。' },
    said,
  );

/** @throws Rejection where a file is something else than its option takes; it names the option that takes it */
export function refuseMisplaced(sources: readonly HeadedSource[]): void {
  const said = sources.flatMap(
    ({ place, field, head: { looks } }) =>
      (looks.judged && misplaced(place, looks.judged, OPTION_OF[field])) ?? [],
  );
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
export function refuseTwoGateways(sources: readonly HeadedSource[], own: string): void {
  const logs = sources
    .filter(({ field, head }) => field === 'logs' && head.shown.length > 0)
    .map(({ place, head }) => ({ place, shown: head.shown.toSorted() }));
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

type Numbered = RowIdMarks['sample'][number];

/** A file may lack a column that another has, but says nothing else of the same row. */
const isOther = (a: Numbered, b: Numbered): boolean =>
  Math.abs(a.seconds - b.seconds) > LAG_MAX_SECONDS ||
  (a.model !== b.model && a.model !== '' && b.model !== '') ||
  (a.quota !== b.quota && a.quota !== null && b.quota !== null);

/** Numbers that two logs share, of rows that are not the same ones. */
function otherRows(a: RowIdMarks, b: RowIdMarks): number {
  const rows = new Map(a.sample.map((row) => [row.id, row]));
  const shared = b.sample.flatMap((row) => {
    const other = rows.get(row.id);
    return other === undefined ? [] : isOther(row, other);
  });
  const others = shared.filter(Boolean).length;
  return 2 * others > shared.length ? others : 0;
}

/**
 * Two logs of one kind whose rows have the same numbers are of two databases. Lists of one user may number their rows
 * otherwise, and so do those whose numbers fall with the time.
 * @throws Rejection that names two such logs
 */
export function refuseTwoDatabases(sources: readonly HeadedSource[]): void {
  const logs = sources.filter(isGatewayLog).filter(({ head: { looks } }) => {
    const { least, greatest } = looks.ids;
    return (greatest?.seconds ?? 0) > (least?.seconds ?? 0) && looks.own.userId === undefined;
  });
  for (const [n, log] of logs.entries())
    for (const other of logs.slice(0, n)) {
      const rows = otherRows(other.head.looks.ids, log.head.looks.ids);
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

const shareSome = (some: readonly Key[], others: readonly Key[]): boolean => {
  const known = new Set(others);
  return some.some((key) => known.has(key));
};

/**
 * The gateway that sells knows the ids of the one from which it buys, never the reverse.
 * @throws Rejection where the rows of a bill name those of a log as their upstream's
 */
export function refuseSwapped(sources: readonly HeadedSource[]): void {
  const { logs = [], upstreamCharges = [] } = Object.groupBy(sources, ({ field }) => field);
  for (const bill of upstreamCharges)
    for (const log of logs)
      if (shareSome(bill.head.looks.bought, log.head.looks.requests))
        throw new Rejection(
          'invalid_request',
          { en: 'The log and the bill are swapped.', zh: '日志与账单放反了。' },
          [
            {
              en: `${bill.place} names requests of ${log.place} as those that it bought: give ${bill.place} with --logs, and ${log.place} with --upstream.`,
              zh: `${bill.place} 把 ${log.place} 中的请求记为自己的上游请求：请用 --logs 提供 ${bill.place}，用 --upstream 提供 ${log.place}。`,
            },
          ],
        );
}

/**
 * A log that is given as the bill, too, would be bought for what it was sold.
 * @throws Rejection where a source of charges holds rows of the log
 */
export function refuseLogAsBill(sources: readonly HeadedSource[]): void {
  const logs = sources.filter(({ field }) => field === 'logs');
  const bills = sources.filter(({ field }) => field === 'upstreamCharges');
  const twice = bills.flatMap((bill): Sentence[] => {
    const log = logs.find(({ head: { looks } }) => shareSome(looks.sample, bill.head.looks.sample));
    if (log === undefined) return [];
    return [
      {
        en: `--upstream: ${bill.place} holds rows of ${log.place}`,
        zh: `--upstream：${bill.place} 中有 ${log.place} 的记录`,
      },
    ];
  });
  if (twice.length > 0)
    throw new Rejection(
      'invalid_request',
      {
        en: 'A log is given as the bill, too. The bill is what a provider, or the gateway that sells to this one, writes.',
        zh: '同一份日志又被当作账单提供。账单应由厂商或上游网关写出。',
      },
      twice,
    );
}
