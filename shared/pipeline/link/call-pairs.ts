import { parseInstant } from '../../instant.ts';
import type { RequestDetails } from '../../log-facts.ts';
import { isPositive, toDecimal, toPlainText } from '../../money/money.ts';
import type { IndexedRecord } from '../../normalizer/export-context.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';

/** Types of calls that LiteLLM logs a second time under the type of the call that it makes for them. */
const RESPONSES: ReadonlySet<string> = new Set(['aresponses', 'responses']);

/** Rows of one call begin less than this apart. */
const APART_MAX_MS = 1000;

interface CallRow {
  readonly index: number;
  readonly requestId: string;
  readonly time: number;
  readonly type: string;
}

/** Type of a call, which stands behind the hash of its key. */
const typeOf = (call: string): string => call.slice(call.indexOf(' ') + 1);

/** Unpaired rows of one type of call, in the order of their time. */
class Waiting {
  readonly #rows: CallRow[] = [];
  #taken = 0;

  add(row: CallRow): void {
    this.#rows.push(row);
  }

  take(): void {
    this.#taken++;
  }

  /** Drops rows that are too early for a time, and returns the first that remains. */
  firstNear(time: number): CallRow | undefined {
    let first = this.#rows[this.#taken];
    while (first !== undefined && time - first.time >= APART_MAX_MS) first = this.#rows[++this.#taken];
    return first;
  }
}

/** Pairs rows in the order of their time: each with the earliest unpaired row of another type, one of the two a response. */
function* pairsIn(rows: readonly CallRow[]): Generator<readonly [CallRow, CallRow]> {
  const waiting = new Map<string, Waiting>();
  for (const row of rows.toSorted((a, b) => a.time - b.time)) {
    const partners = [...waiting].flatMap(([type, queue]) =>
      type !== row.type && (RESPONSES.has(type) || RESPONSES.has(row.type))
        ? (queue.firstNear(row.time) ?? [])
        : [],
    );
    const [first] = partners.sort((a, b) => a.time - b.time);
    if (first === undefined) {
      const own = waiting.get(row.type) ?? new Waiting();
      waiting.set(row.type, own);
      own.add(row);
    } else {
      waiting.get(first.type)?.take();
      yield [first, row];
    }
  }
}

/**
 * Finds rows of a log that may be one call: two types of calls, one of them a response, equal in key, customer, model,
 * tokens and spend, and less than a second apart.
 * @param calls by the index of the row, the hash of its key and its type, with a blank between
 * @returns by the index of the earlier row, the request id of the later one
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
  const pairs = [...groups.values()].flatMap((rows) => [...pairsIn(rows)]);
  return new Map(pairs.map(([first, { requestId }]) => [first.index, { twin: requestId }]));
}
