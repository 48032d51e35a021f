import { conclude } from '../../engine/conclude.ts';
import type { Digest } from '../../engine/digest.ts';
import { Digester } from '../../engine/digester.ts';
import { groupCharges, groupPayments } from '../../engine/entities/group-rows.ts';
import { annotateCharges, type RequestRows } from '../../engine/entities/request-rows.ts';
import type { Ledgers } from '../../engine/rows/ledgers.ts';
import type { UsageRow } from '../../engine/rows/row.ts';
import type { Context } from '../../engine/survey/context.ts';
import { completeSurvey, type RowSurvey, RowSurveyor } from '../../engine/survey/survey.ts';
import { PriceBook, type PriceContext } from '../../prices/price-book.ts';
import { Rates } from '../../prices/rates.ts';
import { survives } from '../columns/log-columns.ts';
import { NO_ROW } from '../columns/table.ts';
import type { Books } from '../link/link.ts';
import type { RunOverview } from '../run-overview.ts';
import type { RunSettings } from '../run-settings.ts';
import { Estimator } from './estimator.ts';
import { PlainUsageRows } from './usage-rows.ts';

/** Sums over all rows of the books. */
export interface BooksDigest {
  readonly digest: Digest;
  readonly survey: RowSurvey;
}

/** Sources of prices other than the settings. */
export type PriceSources = Pick<PriceContext, 'published' | 'providerOf'>;

/** Builds the estimator, if prices are configured. */
export function buildEstimator({ prices, rates }: RunSettings, currency: string, around: PriceSources = {}) {
  if (prices === undefined) return undefined;
  return new Estimator(new PriceBook(prices, { ...around, currency, rates: rates && new Rates(rates) }));
}

/** Visits the books request by request. Rows of a request are created when it is visited, and freed afterwards. */
class BooksWalker {
  readonly #books: Books;
  readonly #plain: PlainUsageRows;
  readonly #ledgers: Ledgers;
  readonly #surveyor: RowSurveyor;
  readonly #digester: Digester;
  /** Requests of unpacked rows, and of charges without a plain sale. */
  readonly #others = new Map<string, RequestRows>();
  /** Upstream rows that may be copies, and those without a request. */
  readonly #charges: UsageRow[] = [];
  readonly #sharedIds: ReadonlySet<string>;

  constructor(
    books: Books,
    ledgers: Ledgers,
    plain: PlainUsageRows,
    surveyor: RowSurveyor,
    digester: Digester,
  ) {
    this.#books = books;
    this.#ledgers = ledgers;
    this.#plain = plain;
    this.#surveyor = surveyor;
    this.#digester = digester;
    this.#sharedIds = this.#shared();
  }

  /** Returns the upstream ids that several rows share. */
  #shared(): Set<string> {
    const { charges, chargesByRequest, isIdentified } = this.#books;
    const shared = new Set(this.#ledgers.upstreamCharges.flatMap(({ upstreamId }) => upstreamId ?? []));
    const { gateway } = charges.table.columns;
    for (let row = 0; row < charges.length; row++)
      if (
        !isIdentified[gateway[row] as number] &&
        survives(charges, row) &&
        chargesByRequest.first(charges.requestIds, row) !== row
      )
        shared.add(this.#plain.upstreamId(row));
    return shared;
  }

  #other(requestId: string): RequestRows {
    const known = this.#others.get(requestId);
    if (known !== undefined) return known;
    const rows = { downstream: [], upstream: [] };
    this.#others.set(requestId, rows);
    return rows;
  }

  #charge(row: number, requestId: string | undefined): UsageRow {
    const charge = this.#plain.charge(row, requestId);
    this.#surveyor.add(charge);
    if (requestId === undefined || (this.#sharedIds.size > 0 && this.#sharedIds.has(charge.upstreamId ?? '')))
      this.#charges.push(charge);
    return charge;
  }

  #gatherOthers(): void {
    for (const row of this.#ledgers.downstreamUsage) {
      this.#surveyor.add(row);
      this.#other(row.requestId ?? '').downstream.push(row);
    }
    for (const row of this.#ledgers.upstreamCharges) {
      this.#surveyor.add(row);
      row.anchoredAt = row.occurredAt;
      this.#charges.push(row);
      if (row.requestId !== undefined) this.#other(row.requestId).upstream.push(row);
    }
  }

  #gatherCharges(): void {
    const { charges, joined } = this.#books;
    for (let row = 0; row < charges.length; row++) {
      if (joined.sale[row] !== NO_ROW || !survives(charges, row)) continue;
      const named = joined.named.get(row);
      const requestId = named ? named.requestId : charges.requestIds.text(row);
      const charge = this.#charge(row, requestId);
      if (requestId !== undefined) this.#other(requestId).upstream.push(charge);
    }
  }

  #addRequest(rows: RequestRows): void {
    annotateCharges(rows, this.#ledgers.currency);
    this.#digester.addRequest(rows);
  }

  /**
   * Adds the request of a plain sale.
   * @param first first sale of the request
   */
  #addSold(first: number): void {
    const { sales, salesByRequest, joined } = this.#books;
    const requestId = sales.requestIds.text(first) ?? '';
    const others = this.#others.size === 0 ? undefined : this.#others.get(requestId);
    if (others !== undefined) this.#others.delete(requestId);
    const rows: RequestRows = others ?? { downstream: [], upstream: [] };
    for (let row = first; row !== NO_ROW; row = salesByRequest.next(row))
      if (survives(sales, row)) {
        const sale = this.#plain.sale(row);
        this.#surveyor.add(sale);
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
    const { sales, salesByRequest } = this.#books;
    this.#gatherOthers();
    this.#gatherCharges();
    for (let row = 0; row < sales.length; row++)
      if (survives(sales, row) && salesByRequest.first(sales.requestIds, row) === row) this.#addSold(row);
    for (const rows of this.#others.values()) this.#addRequest(rows);
    for (const groups of groupCharges(this.#charges))
      for (const rows of groups.values()) this.#digester.addCharges(rows);
    for (const row of this.#ledgers.payments) this.#surveyor.add(row);
    for (const rows of groupPayments(this.#ledgers.payments).values()) this.#digester.addPayment(rows);
  }
}

/**
 * Digests all requests, charges and payments of the books.
 * @param ledgers unpacked rows, which are marked as included or not
 */
export function digestBooks(
  books: Books,
  ledgers: Ledgers,
  settings: RunSettings,
  context: Context,
  estimator?: Estimator,
): BooksDigest {
  // Linking is done: free the columns that only linking needs, a third of the memory.
  for (const logs of [books.sales, books.charges]) logs.dropLinkingColumns();
  if (estimator !== undefined)
    for (const [place, row] of ledgers.downstreamUsage.entries())
      estimator.estimate(row, books.purchases[place]);
  const surveyor = new RowSurveyor(ledgers.currency);
  const digester = new Digester(context, settings.isSlow);
  const plain = new PlainUsageRows(books, settings, ledgers.currency, estimator);
  new BooksWalker(books, ledgers, plain, surveyor, digester).walk();
  for (const { model, startMs, tokens } of books.counted) digester.addReportedTokens(model, startMs, tokens);
  return { digest: digester.digest, survey: surveyor.survey };
}

/** Concludes from the digest: findings and figures, not yet rounded, sorted or worded. */
export function concludeBooks(
  { digest, survey }: BooksDigest,
  { stated, context }: Pick<RunOverview, 'stated' | 'context'>,
  estimator?: Estimator,
) {
  return {
    conclusions: conclude(digest, context),
    surveyed: completeSurvey(survey, stated),
    /** Price entries that applied; empty if no prices are configured. */
    uses: estimator?.uses ?? [],
  };
}
/** Findings and figures of a run. */
export type ReconciledBooks = Readonly<ReturnType<typeof concludeBooks>>;
