import { LEDGERS, type UsageRow } from '../engine/rows/row.ts';
import type { Evidence } from '../engine/tally/evidence.ts';
import { toPlainText as plainText } from '../money/money.ts';
import { type Draft, findName } from '../report/build/drafts.ts';
import type { EvidenceRow } from '../report/files/report-source.ts';
import type { Amount } from '../schemas/fields.ts';
import type { Tokens } from '../schemas/reconciliation-input.ts';
import { type LogColumns, survives } from './columns/log-columns.ts';
import { NO_ROW } from './columns/table.ts';
import type { Books, SourceRow } from './link/link.ts';
import type { Source } from './read/source.ts';
import { PlainUsageRows } from './reconcile/usage-rows.ts';
import type { RunSettings } from './run-settings.ts';

/** Key of a request or payment, whose ids may be equal. */
type EvidenceId = `${'request' | 'payment'} ${string}`;

/** Lists the requests and payments that a finding names. */
function listEvidenceIds(evidence: Evidence): Set<EvidenceId> {
  const requests = [findName(evidence, 'requestId') ?? [], evidence.requestIds ?? []].flat();
  const payments = [findName(evidence, 'transactionId') ?? [], evidence.transactionIds ?? []].flat();
  return new Set([
    ...requests.map((id): EvidenceId => `request ${id}`),
    ...payments.map((id): EvidenceId => `payment ${id}`),
  ]);
}

const amountText = (amount: Amount | undefined): string | undefined =>
  amount === undefined ? undefined : String(amount);

/** A row as listed for a request or payment. Plain JSON. */
type EvidenceView = Omit<EvidenceRow, 'findingId'>;

/** An unpacked row with its request or payment, and its position. */
type LocatedRow = readonly [name: EvidenceId, place: SourceRow, shown: EvidenceView];

/**
 * Builds the function that finds the rows of a request or payment.
 * @param wanted all ids that will be looked up
 */
export type EvidenceFinder = (wanted: ReadonlySet<EvidenceId>) => (id: EvidenceId) => Iterable<EvidenceView>;

/** Finds rows of requests and payments, and their positions in the files. */
class BooksEvidence {
  readonly #books: Books;
  readonly #plain: PlainUsageRows;
  readonly #sources: readonly Source[];
  readonly #others: ReadonlyMap<EvidenceId, readonly LocatedRow[]>;
  /** Plain charges whose request an unpacked row decides, by request id. */
  readonly #named: ReadonlyMap<string | undefined, readonly number[]>;

  constructor(
    books: Books,
    plain: PlainUsageRows,
    sources: readonly Source[],
    wanted: ReadonlySet<EvidenceId>,
  ) {
    this.#books = books;
    this.#plain = plain;
    this.#sources = sources;
    this.#others = this.#recordsOf(wanted);
    const { named } = books.joined;
    this.#named = Map.groupBy(named.keys(), (row) => named.get(row)?.requestId);
  }

  /** Collects the unpacked rows of the wanted requests and payments, sorted by ledger and position. */
  #recordsOf(wanted: ReadonlySet<EvidenceId>): Map<EvidenceId, LocatedRow[]> {
    const found: LocatedRow[] = [];
    const { downstreamUsage, upstreamCharges, payments, places } = this.#books;
    const keep = (
      id: string | undefined,
      index: number,
      shown: Omit<EvidenceView, 'id'>,
      tokens?: Tokens,
    ) => {
      const name: EvidenceId = `${shown.ledger === 'payments' ? 'payment' : 'request'} ${id}`;
      if (id === undefined || !wanted.has(name)) return;
      const place = places[shown.ledger][index] as SourceRow;
      const counts = { inputTokens: tokens?.input, outputTokens: tokens?.output };
      const file = this.#sources[place.source]?.place;
      found.push([name, place, { ...shown, id, ...counts, file, row: place.row }]);
    };
    for (const [index, record] of downstreamUsage.entries()) {
      const { requestId, occurredAt: at, chargedAmount, expectedCharge, tokens } = record;
      const amounts = { amount: amountText(chargedAmount), expected: amountText(expectedCharge) };
      keep(requestId, index, { ledger: 'downstreamUsage', at, ...amounts }, tokens);
    }
    for (const [index, { requestId, occurredAt: at, costAmount, tokens }] of upstreamCharges.entries())
      keep(requestId, index, { ledger: 'upstreamCharges', at, amount: amountText(costAmount) }, tokens);
    for (const [index, { transactionId, occurredAt: at, amount }] of payments.entries())
      keep(transactionId, index, { ledger: 'payments', at, amount: amountText(amount) });
    // Sort, because records of one request may be built in another order than their rows have.
    found.sort(([, a, { ledger }], [, b, { ledger: other }]) =>
      ledger === other
        ? a.source - b.source || a.row - b.row
        : LEDGERS.indexOf(ledger) - LEDGERS.indexOf(other),
    );
    return Map.groupBy(found, ([name]) => name);
  }

  /** Converts a plain row. */
  #shown(
    id: string,
    { ledger, occurredAt, gross, expected, tokens }: UsageRow,
    logs: LogColumns,
    row: number,
  ): EvidenceView {
    const { columns } = logs.table;
    return {
      ledger,
      id,
      at: new Date(occurredAt).toISOString(),
      amount: plainText(gross),
      expected: expected && plainText(expected),
      inputTokens: tokens?.input,
      outputTokens: tokens?.output,
      file: this.#sources[columns.source[row] as number]?.place,
      row: columns.row[row],
    };
  }

  /** Yields the rows of a request or payment. */
  *find(name: EvidenceId): Generator<EvidenceView> {
    if (name.startsWith('request ')) yield* this.#plainOf(name.slice('request '.length));
    for (const [, , shown] of this.#others.get(name) ?? []) yield shown;
  }

  *#plainOf(id: string): Generator<EvidenceView> {
    const { sales, salesByRequest, charges, chargesByRequest, joined } = this.#books;
    const { sale: saleOf, firstCharge, nextCharge, named } = joined;
    for (const sale of salesByRequest.findRows(id)) {
      if (!survives(sales, sale)) continue;
      yield this.#shown(id, this.#plain.sale(sale), sales, sale);
      for (let row = firstCharge[sale] as number; row !== NO_ROW; row = nextCharge[row] as number)
        yield this.#shown(id, this.#plain.charge(row, id), charges, row);
    }
    const loose = [...chargesByRequest.findRows(id)].filter(
      (row) => saleOf[row] === NO_ROW && !named.has(row),
    );
    for (const row of [...loose, ...(this.#named.get(id) ?? [])])
      if (survives(charges, row)) yield this.#shown(id, this.#plain.charge(row, id), charges, row);
  }
}

/** Builds the evidence finder of a run. */
export const buildEvidenceFinder =
  (books: Books, settings: RunSettings, currency: string, sources: readonly Source[]): EvidenceFinder =>
  (wanted) => {
    const rows = new BooksEvidence(books, new PlainUsageRows(books, settings, currency), sources, wanted);
    return (id) => rows.find(id);
  };

/** Yields the rows behind findings, finding by finding. */
export function* listEvidenceRows(drafts: readonly Draft[], shown: EvidenceFinder): Generator<EvidenceRow> {
  const wanted = new Set<EvidenceId>();
  for (const { evidence } of drafts) for (const id of listEvidenceIds(evidence)) wanted.add(id);
  const rowsOf = shown(wanted);
  for (const draft of drafts)
    for (const id of listEvidenceIds(draft.evidence))
      for (const row of rowsOf(id)) yield { findingId: draft.id, ...row };
}
