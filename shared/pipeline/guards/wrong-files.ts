import { describeMisplacedFile, OPTION_BY_FIELD } from '../../recognition/options.ts';
import type { RowKey } from '../../recognition/row-sample.ts';
import { joinAlternatives, makeSentence, type Sentence, withPrefix } from '../../sentence.ts';
import type { IdSequence } from '../read/id-sequence.ts';
import { type HeadedSource, isGatewayLog } from '../read/source.ts';
import type { ReadFacts } from './file-facts.ts';

const buildRefusal = (message: Sentence, details: readonly Sentence[]): readonly Sentence[] =>
  details.length === 0 ? [] : [message, ...details];

/** Refuses files that cannot be used, such as a summary without requests, and names the file to give instead. */
export function findUnreadReports({ sources }: ReadFacts): readonly Sentence[] {
  const unread = sources.flatMap(({ location, head: { profile } }) => {
    const { kind, unused } = profile.recognized ?? {};
    return kind === 'unread' && unused ? [withPrefix(location, unused)] : [];
  });
  return buildRefusal({ en: 'A file cannot be used.', zh: '有一个文件无法使用。' }, unread);
}

/** Refuses files that were given with the wrong option, such as payments as a log, and names the right option. */
export function findFilesUnderWrongOption({ sources }: ReadFacts): readonly Sentence[] {
  const misplaced = sources.flatMap(
    ({ location, field, head: { profile } }) =>
      (profile.recognized && describeMisplacedFile(location, profile.recognized, OPTION_BY_FIELD[field])) ??
      [],
  );
  return buildRefusal(WRONG_OPTION, misplaced);
}

/** First sentence of a refusal of files under wrong options. */
export const WRONG_OPTION: Sentence = {
  en: 'A file was given with the wrong option.',
  zh: '有文件用错了选项。',
};
const WHICH_SELLS: Sentence = {
  en: 'The files of --logs are from two gateways. Which one sells to your customers? Supply the log of the other gateway, from which it buys, with --upstream.',
  zh: '--logs 中的文件来自两个网关。哪一个是对客户销售的？另一个（上游）的日志请用 --upstream 提供。',
};

/** Refuses logs of two gateways, recognized by their columns: one of them must be the upstream's log. */
export function findLogsOfTwoGateways({ sources, settings: { connector } }: ReadFacts): readonly Sentence[] {
  const logs = sources
    .filter(({ field, head }) => field === 'logs' && head.detectedGateways.length > 0)
    .map(({ location, head }) => ({ location, gateways: head.detectedGateways.toSorted() }));
  const hasConnector = logs.some(({ gateways }) => gateways.includes(connector));
  const hasOthers = logs.some(({ gateways }) => gateways.some((id) => id !== connector));
  if (!hasConnector || !hasOthers) return [];
  const details = logs.map(({ location, gateways }) =>
    withPrefix(
      location,
      gateways.includes(connector)
        ? describeColumnsOfTwoGateways(connector, gateways)
        : joinAlternatives(gateways),
    ),
  );
  return [WHICH_SELLS, ...details];
}

/** Largest difference of times of one row: a gateway dates a row before it numbers it, in many processes at once. */
const TIME_DEVIATION_MAX_SECONDS = 60;
/** Fewest ids that different rows share from which two logs come from two databases. */
const SHARED_IDS_MIN = 3;

type Numbered = IdSequence['sample'][number];

/** Returns whether two rows with one id differ in time, model or quota. A column that one file lacks does not count. */
const isDifferentRow = (a: Numbered, b: Numbered): boolean =>
  Math.abs(a.seconds - b.seconds) > TIME_DEVIATION_MAX_SECONDS ||
  (a.model !== b.model && a.model !== '' && b.model !== '') ||
  (a.quota !== b.quota && a.quota !== null && b.quota !== null);

/** Refuses two logs with the same row ids for different rows: one of them may be the upstream's log. */
export function findLogsOfTwoDatabases({ sources }: ReadFacts): readonly Sentence[] {
  const logs = sources.filter(isGatewayLog).filter(({ head: { profile } }) => {
    const { least, greatest } = profile.ids;
    return (greatest?.seconds ?? 0) > (least?.seconds ?? 0) && profile.usersOwnLog.userId === undefined;
  });
  const earlier = new Map<number, { readonly log: HeadedSource; readonly row: Numbered }>();
  for (const log of logs) {
    const shared = log.head.profile.ids.sample.flatMap((row) => {
      const first = earlier.get(row.id);
      if (first === undefined) earlier.set(row.id, { log, row });
      return first === undefined ? [] : { log: first.log, isOther: isDifferentRow(first.row, row) };
    });
    const others = shared.filter((row) => row.isOther);
    const [first] = others;
    if (first === undefined || others.length < SHARED_IDS_MIN || 2 * others.length <= shared.length) continue;
    const { location } = first.log;
    return [
      WHICH_SELLS,
      {
        en: `${location} and ${log.location} use the same row ids for different rows (${others.length} of the rows that were compared). If both are from one gateway that restarted its numbering, put both logs into one file.`,
        zh: `${location} 与 ${log.location} 中有行号相同而内容不同的行（抽查到 ${others.length} 行）。如果都来自同一个重新开始编号的网关，请把两份合并成一个文件。`,
      },
    ];
  }
  return [];
}

/** Names the gateways of a log, which may contain rows of several. */
function describeColumnsOfTwoGateways(connector: string, gateways: readonly string[]): Sentence {
  const others = gateways.filter((id) => id !== connector);
  if (others.length === 0) return makeSentence(() => connector);
  const other = joinAlternatives(others);
  return { en: `${connector}, and rows of ${other.en}`, zh: `${connector}，还有 ${other.zh} 的记录` };
}

function mapKeysToFirstSource(
  sources: readonly HeadedSource[],
  keysOf: (source: HeadedSource) => readonly RowKey[],
): ReadonlyMap<RowKey, HeadedSource> {
  const firsts = new Map<RowKey, HeadedSource>();
  for (const source of sources)
    for (const key of keysOf(source)) if (!firsts.has(key)) firsts.set(key, source);
  return firsts;
}

/** Refuses swapped files: the file given as the bill contains request ids of the log as its upstream ids. */
export function findSwappedLogAndBill({ sources }: ReadFacts): readonly Sentence[] {
  const { logs = [], upstreamCharges = [] } = Object.groupBy(sources, ({ field }) => field);
  const sold = mapKeysToFirstSource(logs, ({ head }) => head.profile.requests);
  for (const bill of upstreamCharges)
    for (const request of bill.head.profile.bought) {
      const log = sold.get(request);
      if (log === undefined) continue;
      return [
        { en: 'The log and the bill are swapped.', zh: '日志与账单放反了。' },
        {
          en: `${bill.location} contains request ids of ${log.location} as upstream ids. Supply ${bill.location} with --logs, and ${log.location} with --upstream.`,
          zh: `${bill.location} 和 ${log.location} 似乎放反了：${log.location} 中的请求是 ${bill.location} 发给上游的。请用 --logs 提供 ${bill.location}，用 --upstream 提供 ${log.location}。`,
        },
      ];
    }
  return [];
}

/** Refuses bills that contain rows of the log: these requests would count both as sold and as bought. */
export function findLogRowsInBill({ sources }: ReadFacts): readonly Sentence[] {
  const { logs = [], upstreamCharges = [] } = Object.groupBy(sources, ({ field }) => field);
  const sold = mapKeysToFirstSource(logs, ({ head }) => head.profile.sample);
  const twice = upstreamCharges.flatMap((bill): Sentence | [] => {
    const key = bill.head.profile.sample.find((row) => sold.has(row));
    if (key === undefined) return [];
    const { location } = sold.get(key) as HeadedSource;
    return {
      en: `--upstream: ${bill.location} contains rows of ${location}`,
      zh: `--upstream：${bill.location} 中有 ${location} 的记录`,
    };
  });
  return buildRefusal(
    {
      en: 'The same log was also given as the bill. Supply the bill of the provider, or the log of the gateway that sells to this one, with --upstream.',
      zh: '同一份日志又被当作账单提供。请用 --upstream 提供上游的账单，或上游网关的日志。',
    },
    twice,
  );
}
