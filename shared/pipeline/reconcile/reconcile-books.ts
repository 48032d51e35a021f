import { conclude, Digester } from '../../engine/digester.ts';
import {
  annotateCharges,
  groupCharges,
  groupPayments,
  type RequestRows,
} from '../../engine/entities/group-rows.ts';
import type { Ledgers } from '../../engine/rows/ledgers.ts';
import type { UsageRow } from '../../engine/rows/row.ts';
import { buildSurvey, RowSurveyor } from '../../engine/survey/survey.ts';
import { PriceBook, type PriceContext } from '../../prices/price-book.ts';
import { Rates } from '../../prices/rates.ts';
import { isCountedRow } from '../columns/log-columns.ts';
import { NO_ROW } from '../columns/table.ts';
import type { Books } from '../link/link-sources.ts';
import type { RunOverview } from '../run-overview.ts';
import type { RunSettings } from '../run-settings.ts';
import { Estimator } from './estimator.ts';
import { PlainUsageRows } from './usage-rows.ts';

/** Sources of prices other than the settings. */
export type PriceSources = Pick<PriceContext, 'published' | 'providerOf'>;

/** Builds the estimator of costs in the currency of the report; `undefined` if no prices are configured. */
export function buildEstimator(
  { prices, rates }: RunSettings,
  currency: string,
  priceSources: PriceSources = {},
) {
  if (prices === undefined) return undefined;
  return new Estimator(
    new PriceBook(prices, { ...priceSources, currency, rates: rates && new Rates(rates) }),
  );
}

/** Books of a run, and what adds up their rows. */
interface BooksToWalk {
  readonly books: Books;
  readonly ledgers: Ledgers;
  readonly plain: PlainUsageRows;
  readonly surveyor: RowSurveyor;
  readonly digester: Digester;
}

/** Visits the books request by request. Rows of a request are created when it is visited, and freed afterwards. */
class BooksWalker {
  readonly #run: BooksToWalk;
  readonly #others = new Map<string, RequestRows>();
  /** Upstream rows that may be copies, and those without a request. */
  readonly #charges: UsageRow[] = [];
  readonly #sharedIds: ReadonlySet<string>;

  constructor(run: BooksToWalk) {
    this.#run = run;
    this.#sharedIds = this.#findSharedIds();
  }

  #findSharedIds(): Set<string> {
    const { books, ledgers, plain } = this.#run;
    const { charges, chargesByRequest, isIdentified } = books;
    const shared = new Set(ledgers.upstreamCharges.flatMap(({ upstreamId }) => upstreamId ?? []));
    const { gateway } = charges.table.columns;
    for (let row = 0; row < charges.length; row++)
      if (
        !isIdentified[gateway[row] as number] &&
        isCountedRow(charges, row) &&
        chargesByRequest.first(charges.requestIds, row) !== row
      )
        shared.add(plain.readUpstreamId(row));
    return shared;
  }

  #other(requestId: string): RequestRows {
    const existing = this.#others.get(requestId);
    if (existing !== undefined) return existing;
    const rows = { downstream: [], upstream: [] };
    this.#others.set(requestId, rows);
    return rows;
  }

  #charge(row: number, requestId: string | undefined): UsageRow {
    const charge = this.#run.plain.buildCharge(row, requestId);
    this.#run.surveyor.add(charge);
    if (requestId === undefined || (this.#sharedIds.size > 0 && this.#sharedIds.has(charge.upstreamId ?? '')))
      this.#charges.push(charge);
    return charge;
  }

  #collectUnpackedRows(): void {
    const { ledgers, surveyor } = this.#run;
    for (const row of ledgers.downstreamUsage) {
      surveyor.add(row);
      this.#other(row.requestId ?? '').downstream.push(row);
    }
    for (const row of ledgers.upstreamCharges) {
      surveyor.add(row);
      row.periodTime = row.occurredAt;
      this.#charges.push(row);
      if (row.requestId !== undefined) this.#other(row.requestId).upstream.push(row);
    }
  }

  #collectUnsoldCharges(): void {
    const { charges, joined } = this.#run.books;
    for (let row = 0; row < charges.length; row++) {
      if (joined.sale[row] !== NO_ROW || !isCountedRow(charges, row)) continue;
      const named = joined.named.get(row);
      const requestId = named ? named.requestId : charges.requestIds.text(row);
      const charge = this.#charge(row, requestId);
      if (requestId !== undefined) this.#other(requestId).upstream.push(charge);
    }
  }

  #addRequest(rows: RequestRows): void {
    annotateCharges(rows, this.#run.ledgers.currency);
    this.#run.digester.addRequest(rows);
  }

  /** Adds the request of a plain sale, which is the first sale of the request. */
  #addSold(first: number): void {
    const { books, plain, surveyor } = this.#run;
    const { sales, salesByRequest, joined } = books;
    const requestId = sales.requestIds.text(first) ?? '';
    const others = this.#others.size === 0 ? undefined : this.#others.get(requestId);
    if (others !== undefined) this.#others.delete(requestId);
    const rows: RequestRows = others ?? { downstream: [], upstream: [] };
    for (let row = first; row !== NO_ROW; row = salesByRequest.next(row))
      if (isCountedRow(sales, row)) {
        const sale = plain.buildSale(row, requestId);
        surveyor.add(sale);
        rows.downstream.push(sale);
      }
    for (
      let row = joined.firstCharge[first] as number;
      row !== NO_ROW;
      row = joined.nextCharge[row] as number
    )
      rows.upstream.push(this.#charge(row, requestId));
    this.#addRequest(rows);
  }

  walk(): void {
    const { books, ledgers, surveyor, digester } = this.#run;
    const { sales, salesByRequest } = books;
    this.#collectUnpackedRows();
    this.#collectUnsoldCharges();
    for (let row = 0; row < sales.length; row++)
      if (isCountedRow(sales, row) && salesByRequest.first(sales.requestIds, row) === row) this.#addSold(row);
    for (const rows of this.#others.values()) this.#addRequest(rows);
    for (const groups of groupCharges(this.#charges))
      for (const rows of groups.values()) digester.addCharges(rows);
    for (const row of ledgers.payments) surveyor.add(row);
    for (const rows of groupPayments(ledgers.payments).values()) digester.addPayment(rows);
    for (const { model, startMs, tokens } of books.counted)
      digester.addReportedTokens(model, startMs, tokens);
  }
}

/**
 * Reconciles all linked rows, request by request. Returns evidence for findings and exact sums. The report later
 * rounds, sorts and words them. Marks each row of the ledgers as counted or not.
 */
export function reconcileBooks(
  books: Books,
  ledgers: Ledgers,
  settings: RunSettings,
  { facts, context }: RunOverview,
  priceSources?: PriceSources,
) {
  // Free the columns that only linking needs, a third of the memory: linking is done.
  for (const logs of [books.sales, books.charges]) logs.dropLinkingColumns();
  const estimator = buildEstimator(settings, ledgers.currency, priceSources);
  for (const [index, row] of ledgers.downstreamUsage.entries())
    estimator?.estimate(row, books.purchases[index]);
  const surveyor = new RowSurveyor(ledgers.currency);
  const digester = new Digester(context, settings.isSlow);
  const plain = new PlainUsageRows(books, settings, ledgers.currency, estimator);
  new BooksWalker({ books, ledgers, plain, surveyor, digester }).walk();
  return {
    conclusions: conclude(digester.digest, context),
    surveyed: buildSurvey(surveyor.survey, facts),
    uses: estimator?.uses ?? [],
  };
}

/** Findings and figures of a run. */
export type ReconciledBooks = Readonly<ReturnType<typeof reconcileBooks>>;
