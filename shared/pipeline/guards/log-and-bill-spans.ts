import type { Ledgers } from '../../engine/rows/ledgers.ts';
import type { UsageRow } from '../../engine/rows/row.ts';
import {
  CHARGE_SLACK_MS,
  type LedgerSpan,
  LedgerSpanCounter,
  type LedgerSpans,
} from '../../engine/survey/ledger-span.ts';
import type { IdIndex } from '../columns/ids.ts';
import { survives } from '../columns/log-columns.ts';
import { NO_ROW } from '../columns/table.ts';
import type { Books } from '../link/link.ts';

/** Returns whether no other plain row has the same id. */
const isOnlyRowWithId = (index: IdIndex, row: number): boolean =>
  index.first(index.ids, row) === row && index.next(row) === NO_ROW;

const collectRequestIds = (rows: readonly UsageRow[]): Set<string | undefined> =>
  new Set(rows.map(({ requestId }) => requestId));

/**
 * Counts the time spans of log and bill, and the requests of each that the other has. Most rows are plain and the
 * only ones of their request.
 */
class LedgerSpanCounters {
  readonly #books: Books;
  readonly #ledgers: Ledgers;
  /** Ids of requests in bills, and of charges that are not linked to exactly one plain sale. */
  readonly #named = new Set<string>();

  constructor(books: Books, ledgers: Ledgers) {
    this.#books = books;
    this.#ledgers = ledgers;
  }

  /** Returns the request id of a row that is not plain; `undefined` if it is left out because of its currency. */
  #requestOf({ requestId, currency }: UsageRow): string | undefined {
    return currency === this.#ledgers.currency ? requestId : undefined;
  }

  #isCharged(sale: number): boolean {
    return this.#books.joined.firstCharge[sale] !== NO_ROW;
  }

  bill(): LedgerSpan {
    const { charges, chargesByRequest, joined, salesByRequest } = this.#books;
    const { downstreamUsage, upstreamCharges } = this.#ledgers;
    const [recorded, billed] = [collectRequestIds(downstreamUsage), collectRequestIds(upstreamCharges)];
    const bill = new LedgerSpanCounter(this.#ledgers, CHARGE_SLACK_MS);
    const { time } = charges.table.columns;
    for (let row = 0; row < charges.length; row++) {
      if (!survives(charges, row)) continue;
      const [at, named, isJoined] = [time[row] as number, joined.named.get(row), joined.sale[row] !== NO_ROW];
      if (named?.requestId !== undefined) this.#named.add(named.requestId);
      if (named) bill.addRow(at, named.requestId);
      else if (isJoined) bill.add(at, true);
      else {
        const id = charges.requestIds.text(row);
        if (isOnlyRowWithId(chargesByRequest, row) && !billed.has(id)) bill.add(at, false);
        else bill.addRow(at, id);
      }
    }
    for (const row of upstreamCharges) {
      if (row.requestId !== undefined) this.#named.add(row.requestId);
      bill.addRow(row.occurredAt, this.#requestOf(row));
    }
    return bill.finish((id) => recorded.has(id) || !salesByRequest.findRows(id).next().done);
  }

  /** Counts the log. Call `bill` first, which collects the requests in bills. */
  log(): LedgerSpan {
    const { sales, salesByRequest } = this.#books;
    const { downstreamUsage } = this.#ledgers;
    const recorded = collectRequestIds(downstreamUsage);
    const log = new LedgerSpanCounter(this.#ledgers);
    /** Ids of requests with several rows that cost something. */
    const paid = new Set<string | undefined>();
    for (const row of downstreamUsage) {
      log.addRow(row.occurredAt, this.#requestOf(row));
      if (!row.gross.isZero()) paid.add(row.requestId);
    }
    const { time, quota } = sales.table.columns;
    for (let row = 0; row < sales.length; row++) {
      if (!survives(sales, row)) continue;
      const [at, isFree] = [time[row] as number, quota[row] === 0];
      const id = this.#isCharged(row) ? undefined : sales.requestIds.text(row);
      if (id === undefined) log.add(at, true);
      else if (isOnlyRowWithId(salesByRequest, row) && !recorded.has(id))
        log.add(at, isFree || this.#named.has(id));
      else {
        log.addRow(at, id);
        if (!isFree) paid.add(id);
      }
    }
    const isBilled = (id: string): boolean =>
      this.#named.has(id) || [...salesByRequest.findRows(id)].some((row) => this.#isCharged(row));
    return log.finish((id) => isBilled(id) || !paid.has(id));
  }
}

/**
 * Counts the time spans of log and bill, and the requests of each that the other has.
 * @param ledgers the rows that are not plain
 */
export function countLedgerSpans(books: Books, ledgers: Ledgers): LedgerSpans {
  const sides = new LedgerSpanCounters(books, ledgers);
  const bill = sides.bill();
  return { log: sides.log(), bill };
}
