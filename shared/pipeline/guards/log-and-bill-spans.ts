import type { Ledgers } from '../../engine/rows/ledgers.ts';
import type { UsageRow } from '../../engine/rows/row.ts';
import {
  CHARGE_SLACK_MS,
  type LedgerSpan,
  LedgerSpanCounter,
  type LedgerSpans,
} from '../../engine/survey/ledger-span.ts';
import type { IdIndex } from '../columns/ids.ts';
import { isCountedRow } from '../columns/log-columns.ts';
import { NO_ROW } from '../columns/table.ts';
import type { Books } from '../link/link-sources.ts';

/** Returns whether no other plain row has the same id. */
const isOnlyRowWithId = (index: IdIndex, row: number): boolean =>
  index.first(index.ids, row) === row && index.next(row) === NO_ROW;

const collectRequestIds = (rows: readonly UsageRow[]): Set<string | undefined> =>
  new Set(rows.map(({ requestId }) => requestId));

/** Returns the request id of a row that is not plain; `undefined` if it is left out because of its currency. */
const findRequestId = ({ requestId, currency }: UsageRow, ledgers: Ledgers): string | undefined =>
  currency === ledgers.currency ? requestId : undefined;

/**
 * Counts the time span of the bill, and its requests that are in the log.
 * @param billedIds receives the ids of requests in bills, and of charges that are not linked to exactly one plain sale
 */
function countBill(books: Books, ledgers: Ledgers, billedIds: Set<string>): LedgerSpan {
  const { charges, chargesByRequest, joined, salesByRequest } = books;
  const { downstreamUsage, upstreamCharges } = ledgers;
  const [recorded, billed] = [collectRequestIds(downstreamUsage), collectRequestIds(upstreamCharges)];
  const bill = new LedgerSpanCounter(ledgers, CHARGE_SLACK_MS);
  const { time } = charges.table.columns;
  for (let row = 0; row < charges.length; row++) {
    if (!isCountedRow(charges, row)) continue;
    const [at, named, isJoined] = [time[row] as number, joined.named.get(row), joined.sale[row] !== NO_ROW];
    if (named?.requestId !== undefined) billedIds.add(named.requestId);
    if (named) bill.addRow(at, named.requestId);
    else if (isJoined) bill.add(at, true);
    else {
      const id = charges.requestIds.text(row);
      if (isOnlyRowWithId(chargesByRequest, row) && !billed.has(id)) bill.add(at, false);
      else bill.addRow(at, id);
    }
  }
  for (const row of upstreamCharges) {
    if (row.requestId !== undefined) billedIds.add(row.requestId);
    bill.addRow(row.occurredAt, findRequestId(row, ledgers));
  }
  return bill.finish((id) => recorded.has(id) || !salesByRequest.findRows(id).next().done);
}

/** Counts the time span of the log, and its requests that are in a bill. */
function countLog(
  { sales, salesByRequest, joined }: Books,
  ledgers: Ledgers,
  billedIds: ReadonlySet<string>,
): LedgerSpan {
  const { downstreamUsage } = ledgers;
  const recorded = collectRequestIds(downstreamUsage);
  const log = new LedgerSpanCounter(ledgers);
  // Requests for which the customer was charged. Only these must be in the bill: a free request needs no row there.
  // Requests with a single row in columns are left out, because the loop over the columns checks them.
  const paid = new Set<string | undefined>();
  for (const row of downstreamUsage) {
    log.addRow(row.occurredAt, findRequestId(row, ledgers));
    if (!row.gross.isZero()) paid.add(row.requestId);
  }
  const isCharged = (sale: number): boolean => joined.firstCharge[sale] !== NO_ROW;
  const { time, quota } = sales.table.columns;
  for (let row = 0; row < sales.length; row++) {
    if (!isCountedRow(sales, row)) continue;
    const [at, isFree] = [time[row] as number, quota[row] === 0];
    const id = isCharged(row) ? undefined : sales.requestIds.text(row);
    if (id === undefined) log.add(at, true);
    else if (isOnlyRowWithId(salesByRequest, row) && !recorded.has(id))
      log.add(at, isFree || billedIds.has(id));
    else {
      log.addRow(at, id);
      if (!isFree) paid.add(id);
    }
  }
  const isBilled = (id: string): boolean =>
    billedIds.has(id) || [...salesByRequest.findRows(id)].some(isCharged);
  return log.finish((id) => isBilled(id) || !paid.has(id));
}

/**
 * Finds the first and the last time in the log and in the bill. Counts the rows of each, and its requests that are
 * missing in the other, without repeated rows.
 */
export function countLedgerSpans(books: Books, ledgers: Ledgers): LedgerSpans {
  const billedIds = new Set<string>();
  const bill = countBill(books, ledgers, billedIds);
  return { log: countLog(books, ledgers, billedIds), bill };
}
