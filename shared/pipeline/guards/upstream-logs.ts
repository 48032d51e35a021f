import { makeSentence, type Sentence } from '../../sentence.ts';
import { IdColumn, IdIndex, type LogIds } from '../columns/ids.ts';
import { NO_ROW } from '../columns/table.ts';
import type { Books } from '../link/link-sources.ts';
import type { Source } from '../read/source.ts';
import type { LinkedFacts, UpstreamLogs } from './file-facts.ts';

/** Finds the logs that another log buys from. Two logs that name each other are parts of one log. */
const findLogsBoughtFrom = (upstreamLogs: UpstreamLogs): number[] => [
  ...new Set(
    [...upstreamLogs].flatMap(([log, others]) =>
      [...others].filter((other) => !upstreamLogs.get(other)?.has(log)),
    ),
  ),
];

/** Copies the upstream ids of all logs into one column. `positions` contains the log of each id. */
function joinUpstreamIds(logs: readonly LogIds[]) {
  const ids = new IdColumn();
  const positions: number[] = [];
  for (const [position, { upstream }] of logs.entries())
    for (let row = 0; row < upstream.length; row++)
      if (upstream.has(row)) {
        ids.addFrom(upstream, row);
        positions.push(position);
      }
  return { ids, positions };
}

/**
 * Finds the logs, by position in the array, that are logs of an upstream gateway: another log contains their request
 * ids as upstream ids. Two logs with ids of each other are parts of one log. Takes time in proportion to the rows.
 */
export function findUpstreamLogPositions(logs: readonly LogIds[]): number[] {
  const { ids, positions } = joinUpstreamIds(logs);
  const index = new IdIndex(ids);
  /** Log that looked up an id last, so that each log walks the rows with one id only once. */
  const lastLog = new Int32Array(ids.length).fill(NO_ROW);
  const upstreamLogs = new Map(logs.map((_, log) => [log, new Set<number>()]));
  for (const [log, { own, upstream }] of logs.entries()) {
    let isBought = false;
    for (let row = 0; row < own.length && !isBought; row++) {
      let found = own.has(row) ? index.first(own, row) : NO_ROW;
      if (found === NO_ROW || lastLog[found] === log) continue;
      lastLog[found] = log;
      for (; found !== NO_ROW; found = index.next(found)) {
        const buyer = positions[found] as number;
        if (buyer === log) continue;
        upstreamLogs.get(buyer)?.add(log);
        // One buyer is enough if this log has no upstream ids, because it cannot name its buyers in turn.
        isBought = upstream.isEmpty;
      }
    }
  }
  return findLogsBoughtFrom(upstreamLogs);
}

/** Finds, for each log, the logs of gateways from which its gateway buys: its upstream ids are their request ids. */
export function findUpstreamSources({ sales, salesByRequest, unpackedIds }: Books): UpstreamLogs {
  const found = new Map<number, Set<number>>();
  const { source } = sales.table.columns;
  const unpackedByRequest = new IdIndex(unpackedIds.requestIds);
  const add = (ids: IdColumn, row: number, log: number): void => {
    if (!ids.has(row)) return;
    const plain = salesByRequest.first(ids, row);
    const other = plain === NO_ROW ? unpackedIds.sources[unpackedByRequest.first(ids, row)] : source[plain];
    if (other !== undefined) found.set(log, (found.get(log) ?? new Set()).add(other));
  };
  for (let row = 0; row < sales.length; row++) add(sales.upstreamIds, row, source[row] as number);
  for (const [row, log] of unpackedIds.sources.entries()) add(unpackedIds.upstream, row, log);
  return found;
}

/** Refuses files that were given as logs but come from the upstream gateway: their rows would count as revenue. */
export function findUpstreamLogs({ upstreamLogs, sources }: LinkedFacts): readonly Sentence[] {
  const bought = findLogsBoughtFrom(upstreamLogs);
  if (bought.length === 0) return [];
  return [
    {
      en: 'A file of --logs is the log of the upstream gateway: another log contains its request ids as upstream ids. Supply this file with --upstream instead.',
      zh: '--logs 中有上游网关的日志：另一份日志把其中的请求记为自己的上游请求。请改用 --upstream 提供。',
    },
    ...bought.map((source) => makeSentence(() => (sources[source] as Source).location)),
  ];
}
