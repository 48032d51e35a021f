import { parseInstant } from '../../civil-time.ts';
import type { IndexedRecord } from '../../normalizer/export-context.ts';
import type { LinkedCharge } from '../../normalizer/records/upstream.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
import { isCountedRow } from '../columns/log-columns.ts';
import { NO_ROW } from '../columns/table.ts';
import type { PlainRows } from './plain-rows.ts';
import type { SaleLinker } from './sale-linker.ts';

type JoinResult = ReturnType<SaleLinker['linkCharges']>;

/** Time before the first and after the last row of the log within which a billed request may belong to the log. */
const SLACK_MS = 15 * 60_000;
/** Fewest requests by which a bill is judged. Fewer may all have bypassed the gateway. */
const REQUESTS_MIN = 5;

/**
 * Request ids of a bill: the first that the log lacks, although it covers their time; and whether any is in the log.
 */
interface BillIds {
  readonly unknown: Set<string>;
  isInLog: boolean;
}

/** Removes the request id of a charge; it stays as charge id. */
function dropRequestId({ record, ...charge }: LinkedCharge): LinkedCharge {
  const { requestId, ...others } = record;
  return { ...charge, record: requestId === undefined ? record : { upstreamId: requestId, ...others } };
}

/** Bills of which no request is in the log. They are compared by totals, like bills without request ids. */
interface UnknownBills {
  readonly sources: ReadonlySet<number>;
  /** Whether these are all bills with request ids. */
  readonly areAll: boolean;
}

/** Finds bills of which no request is in the log. `billed` and `others` are unpacked charges and log rows. */
function findUnknownBills(
  billed: readonly LinkedCharge[],
  joined: JoinResult,
  { sales, salesByRequest, charges }: PlainRows,
  others: readonly IndexedRecord<DownstreamRecord>[],
  sourceAt: (index: number) => number,
): UnknownBills {
  const logged = new Set(others.map(({ record }) => record.requestId));
  const isLogged = (id: string): boolean => logged.has(id) || !salesByRequest.findRows(id).next().done;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const extend = (time: number): void => {
    first = Math.min(first, time - SLACK_MS);
    last = Math.max(last, time + SLACK_MS);
  };
  for (let row = 0; row < sales.length; row++) extend(sales.table.columns.time[row] as number);
  for (const { record } of others) extend(parseInstant(record.occurredAt));
  const bills = new Map<number, BillIds>();
  const addCharge = (
    source: number,
    time: number,
    isInLog: boolean,
    idOf: () => string | undefined,
  ): void => {
    const ids = bills.get(source) ?? { unknown: new Set<string>(), isInLog: false };
    bills.set(source, ids);
    const id = ids.isInLog || isInLog ? undefined : idOf();
    if (isInLog || (id !== undefined && isLogged(id))) ids.isInLog = true;
    else if (id !== undefined && ids.unknown.size < REQUESTS_MIN && time >= first && time <= last)
      ids.unknown.add(id);
  };
  for (const { index, record } of billed)
    addCharge(sourceAt(index), parseInstant(record.occurredAt), false, () => record.requestId);
  const { source, time } = charges.table.columns;
  for (let row = 0; row < charges.length; row++) {
    const named = joined.named.get(row);
    if (isCountedRow(charges, row))
      addCharge(source[row] as number, time[row] as number, joined.sale[row] !== NO_ROW, () =>
        named ? named.requestId : charges.requestIds.text(row),
      );
  }
  const withIds = [...bills].filter(([, { unknown, isInLog }]) => isInLog || unknown.size > 0);
  const isUnknown = ({ unknown, isInLog }: BillIds) => !isInLog && unknown.size >= REQUESTS_MIN;
  const found = sales.length + logged.size < REQUESTS_MIN ? [] : withIds.filter(([, ids]) => isUnknown(ids));
  return { sources: new Set(found.map(([source]) => source)), areAll: found.length === withIds.length };
}

/**
 * Removes the request ids of each bill of which no request is in the log, because all its requests would look missing.
 * Such a bill is compared by totals. If no bill has a request in the log, all ids stay, and the finding
 * `ledger_ids_disjoint` reports it. Changes `joined` in place.
 */
export function dropUnknownIds(
  ...[billed, joined, plain, others, sourceAt]: Parameters<typeof findUnknownBills>
): { readonly billed: readonly LinkedCharge[]; readonly unknown: UnknownBills } {
  const unknown = findUnknownBills(billed, joined, plain, others, sourceAt);
  const { sources, areAll } = unknown;
  if (areAll || sources.size === 0) return { billed, unknown };
  const { source } = plain.charges.table.columns;
  for (let row = 0; row < plain.charges.length; row++)
    if (sources.has(source[row] as number))
      joined.named.set(row, { requestId: undefined, channelId: undefined });
  const isUnknown = ({ index }: LinkedCharge) => sources.has(sourceAt(index));
  return { billed: billed.map((charge) => (isUnknown(charge) ? dropRequestId(charge) : charge)), unknown };
}
