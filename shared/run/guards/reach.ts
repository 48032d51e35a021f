import type { Ledgers } from '../../engine/rows/ledgers.ts';
import type { UsageRow } from '../../engine/rows/row.ts';
import { CHARGE_SLACK_MS, type Reach, ReachCounter, type Reaches } from '../../engine/survey/reach.ts';
import { isKept } from '../columns/log-columns.ts';
import { NONE } from '../columns/table.ts';
import type { Books } from '../link/link.ts';

/** Looks at the times of log and bill, and at which requests of one the other has. */
class Sides {
  readonly #books: Books;
  readonly #ledgers: Ledgers;
  /** Requests of records. */
  readonly #recorded: ReadonlySet<string | undefined>;
  /** Requests of charges that are not plain. */
  readonly #billed: ReadonlySet<string | undefined>;
  /** Requests that bills name, and charges that no plain sale tells alone. */
  readonly #named = new Set<string>();
  /** Requests of records that cost something. */
  readonly #paid = new Set<string>();

  constructor(books: Books, ledgers: Ledgers) {
    this.#books = books;
    this.#ledgers = ledgers;
    this.#recorded = new Set(ledgers.downstreamUsage.map(({ requestId }) => requestId));
    this.#billed = new Set(ledgers.upstreamCharges.map(({ requestId }) => requestId));
  }

  /** Of a row that is not plain; none where it is left out for its currency. */
  #requestOf({ requestId, currency }: UsageRow): string | undefined {
    return currency === this.#ledgers.currency ? requestId : undefined;
  }

  #soldIn(id: string): number[] {
    const { sales, salesByRequest } = this.#books;
    return [...salesByRequest.having(id)].filter((row) => isKept(sales, row));
  }

  #isCharged(sale: number): boolean {
    return this.#books.joined.firstCharge[sale] !== NONE;
  }

  /** Whether no other charge names the request of a plain one. */
  #isSole(charge: number): boolean {
    const { charges, chargesByRequest } = this.#books;
    const { requestIds } = charges;
    return (
      chargesByRequest.first(requestIds, charge) === charge &&
      chargesByRequest.after(charge) === NONE &&
      (this.#billed.size === 0 || !this.#billed.has(requestIds.text(charge)))
    );
  }

  bill(): Reach {
    const { charges, joined, salesByRequest } = this.#books;
    const isSold = (id: string): boolean => this.#recorded.has(id) || !salesByRequest.having(id).next().done;
    const bill = new ReachCounter(this.#ledgers, CHARGE_SLACK_MS);
    const { time } = charges.table.columns;
    for (let row = 0; row < charges.length; row++) {
      if (!isKept(charges, row)) continue;
      const [at, named, isJoined] = [time[row] as number, joined.named.get(row), joined.sale[row] !== NONE];
      if (named?.requestId !== undefined) this.#named.add(named.requestId);
      if (named !== undefined) bill.addRow(at, named.requestId);
      else if (isJoined || this.#isSole(row)) bill.add(at, isJoined);
      else bill.addRow(at, charges.requestIds.text(row));
    }
    for (const row of this.#ledgers.upstreamCharges) {
      if (row.requestId !== undefined) this.#named.add(row.requestId);
      bill.addRow(row.occurredAt, this.#requestOf(row));
    }
    return bill.reach(isSold);
  }

  /** After the bill, which tells what requests it names. */
  log(): Reach {
    const { sales } = this.#books;
    const log = new ReachCounter(this.#ledgers);
    for (const row of this.#ledgers.downstreamUsage) {
      log.addRow(row.occurredAt, this.#requestOf(row));
      if (!row.gross.isZero()) this.#paid.add(row.requestId ?? '');
    }
    const { time } = sales.table.columns;
    for (let row = 0; row < sales.length; row++) {
      if (!isKept(sales, row)) continue;
      const id = sales.requestIds.text(row);
      if (this.#isCharged(row) || (id !== undefined && this.#named.has(id)))
        log.add(time[row] as number, true);
      else if (id === undefined) log.addRow(time[row] as number, id);
      else this.#addUncharged(log, row, id);
    }
    const isBilled = (id: string): boolean =>
      this.#named.has(id) || this.#soldIn(id).some((row) => this.#isCharged(row));
    return log.reach((id) => isBilled(id) || !this.#paid.has(id));
  }

  #addUncharged(log: ReachCounter, row: number, id: string): void {
    const { time, quota } = this.#books.sales.table.columns;
    const at = time[row] as number;
    if (this.#recorded.has(id)) {
      log.addRow(at, id);
      if (quota[row] !== 0) this.#paid.add(id);
      return;
    }
    const rows = this.#soldIn(id);
    const isBefore = (other: number): boolean =>
      (time[other] as number) < at || (time[other] === at && other < row);
    // A request begins once.
    if (rows.some(isBefore)) log.addRow(at, undefined);
    else
      log.add(
        at,
        rows.every((other) => quota[other] === 0 || this.#isCharged(other)),
      );
  }
}

/** The times of log and bill, and which requests of one the other has. @param ledgers the rows that are not plain */
export function reachesOf(books: Books, ledgers: Ledgers): Reaches {
  const sides = new Sides(books, ledgers);
  const bill = sides.bill();
  return { log: sides.log(), bill };
}
