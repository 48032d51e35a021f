import { parseInstant } from '../../civil-time.ts';
import type { RequestDetails } from '../../log-facts.ts';
import { isPositive, toDecimal, toPlainText } from '../../money/money.ts';
import type { IndexedRecord } from '../../normalizer/export-context.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';

/** Types of calls that LiteLLM logs a second time under the type of the call that it makes for them. */
const RESPONSES: ReadonlySet<string> = new Set(['aresponses', 'responses']);

/** Least time between two rows that are certainly two calls. */
const APART_MAX_MS = 1000;

interface CallRow {
  readonly index: number;
  readonly requestId: string;
  readonly time: number;
  readonly type: string;
}

/** Returns the type of a call, which follows the hash of its key. */
const typeOf = (call: string): string => call.slice(call.indexOf(' ') + 1);

/** Rows of one type of call, in the order of their time, and the number of those that are paired or too early. */
interface CallQueue {
  readonly rows: CallRow[];
  done: number;
}

/** Skips rows that are too early for a time, and returns the first that remains. */
function findNearRow(queue: CallQueue, time: number): CallRow | undefined {
  let row = queue.rows[queue.done];
  while (row !== undefined && time - row.time >= APART_MAX_MS) row = queue.rows[++queue.done];
  return row;
}

/** Pairs rows by time: each with the earliest unpaired row of another type, one of the two a response. */
function* pairRows(rows: readonly CallRow[]): Generator<readonly [CallRow, CallRow]> {
  const queues = new Map<string, CallQueue>();
  for (const row of rows.toSorted((a, b) => a.time - b.time)) {
    const candidates = [...queues].flatMap(([type, queue]) =>
      type !== row.type && (RESPONSES.has(type) || RESPONSES.has(row.type))
        ? (findNearRow(queue, row.time) ?? [])
        : [],
    );
    const [first] = candidates.sort((a, b) => a.time - b.time);
    const queue = queues.get((first ?? row).type) ?? { rows: [], done: 0 };
    if (first === undefined) {
      queues.set(row.type, queue);
      queue.rows.push(row);
    } else {
      queue.done++;
      yield [first, row];
    }
  }
}

/**
 * Finds pairs of LiteLLM log rows that may be the same call, logged twice under two types, one of them `aresponses` or
 * `responses`. Both rows are equal in key, customer, model, status, tokens and spend, and less than a second apart.
 * @param calls hash of the API key and type of each call, such as `9f86d081 aresponses`, by the index of its row
 * @returns for each pair, by the index of the earlier row: the request id of the later row, as `twin`
 */
export function findCallPairs(
  sales: readonly IndexedRecord<DownstreamRecord>[],
  calls: ReadonlyMap<number, string>,
): ReadonlyMap<number, RequestDetails> {
  if (![...calls.values()].some((call) => RESPONSES.has(typeOf(call)))) return new Map();
  const groups = new Map<string, CallRow[]>();
  for (const { index, record } of sales) {
    const call = calls.get(index);
    const { requestId, occurredAt, userId, model, status, chargedAmount, tokens } = record;
    const spend = toDecimal(chargedAmount);
    if (call === undefined || !isPositive(spend)) continue;
    const name = JSON.stringify([
      call.slice(0, call.indexOf(' ')),
      userId,
      model,
      status,
      toPlainText(spend),
      tokens,
    ]);
    const rows = groups.get(name) ?? [];
    rows.push({ index, requestId, time: parseInstant(occurredAt), type: typeOf(call) });
    groups.set(name, rows);
  }
  const pairs = [...groups.values()].flatMap((rows) => [...pairRows(rows)]);
  return new Map(pairs.map(([first, { requestId }]) => [first.index, { twin: requestId }]));
}
