import { type Draft, findingId, nameIn } from '../engine/report/findings.ts';
import type { UsageRow } from '../engine/rows/row.ts';
import { plain as plainText } from '../money.ts';
import type { EvidenceRow } from '../report-files/report-source.ts';
import type { Amount } from '../schemas/fields.ts';
import type { Tokens } from '../schemas/reconciliation-input.ts';
import { isKept, type LogColumns } from './columns/log-columns.ts';
import type { Books } from './link/link.ts';
import type { Source } from './read/read.ts';
import type { PlainRows } from './reconcile/plain-rows.ts';

const NONE = -1;

/** The requests and payments that a finding names: all of its own, the first few where it has many. */
const idsOf = ({ evidence }: Draft): { requests: Set<string>; payments: Set<string> } => ({
  requests: new Set([nameIn(evidence, 'requestId') ?? [], evidence.requestIds ?? []].flat()),
  payments: new Set([nameIn(evidence, 'transactionId') ?? [], evidence.transactionIds ?? []].flat()),
});

const textOf = (amount: Amount | undefined): string | undefined =>
  amount === undefined ? undefined : String(amount);

type Shown = Omit<EvidenceRow, 'findingId'>;

/** Finds the rows of requests and payments in books, and where they stand in the files. */
class RowsOf {
  readonly #books: Books;
  readonly #plain: PlainRows;
  readonly #sources: readonly Source[];
  /** Charges by the sale that they were joined to: the first, and the next after each. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #others: ReadonlyMap<string, readonly Shown[]>;

  constructor(books: Books, plain: PlainRows, sources: readonly Source[], wanted: ReadonlySet<string>) {
    this.#books = books;
    this.#plain = plain;
    this.#sources = sources;
    this.#first = new Int32Array(books.sales.length).fill(NONE);
    this.#next = new Int32Array(books.charges.length).fill(NONE);
    for (let row = books.charges.length - 1; row >= 0; row--) {
      const sale = books.joined.sale[row] as number;
      if (sale === NONE || !isKept(books.charges, row)) continue;
      this.#next[row] = this.#first[sale] as number;
      this.#first[sale] = row;
    }
    this.#others = this.#recordsOf(wanted);
  }

  /** Rows that are not plain, by the wanted ids of their requests and payments. */
  #recordsOf(wanted: ReadonlySet<string>): Map<string, Shown[]> {
    const found = new Map<string, Shown[]>();
    const { downstreamUsage, upstreamCharges, payments, places } = this.#books;
    const keep = (id: string | undefined, index: number, shown: Omit<Shown, 'id'>, tokens?: Tokens) => {
      if (id === undefined || !wanted.has(id)) return;
      const { source = 0, row } = places[shown.ledger][index] ?? {};
      const counts = { inputTokens: tokens?.input, outputTokens: tokens?.output };
      found.set(id, [
        ...(found.get(id) ?? []),
        { ...shown, id, ...counts, file: this.#sources[source]?.place, row },
      ]);
    };
    for (const [index, record] of downstreamUsage.entries()) {
      const { requestId, occurredAt: at, chargedAmount, expectedCharge, tokens } = record;
      const amounts = { amount: textOf(chargedAmount), expected: textOf(expectedCharge) };
      keep(requestId, index, { ledger: 'downstreamUsage', at, ...amounts }, tokens);
    }
    for (const [index, { requestId, occurredAt: at, costAmount, tokens }] of upstreamCharges.entries())
      keep(requestId, index, { ledger: 'upstreamCharges', at, amount: textOf(costAmount) }, tokens);
    for (const [index, { transactionId, occurredAt: at, amount }] of payments.entries())
      keep(transactionId, index, { ledger: 'payments', at, amount: textOf(amount) });
    return found;
  }

  #shown(
    id: string,
    { ledger, occurredAt, gross, expected, tokens }: UsageRow,
    logs: LogColumns,
    row: number,
  ): Shown {
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

  *of(id: string): Generator<Shown> {
    const { sales, salesByRequest, charges, chargesByRequest, joined } = this.#books;
    for (const sale of salesByRequest.having(id)) {
      if (!isKept(sales, sale)) continue;
      yield this.#shown(id, this.#plain.sale(sale), sales, sale);
      for (let row = this.#first[sale] as number; row !== NONE; row = this.#next[row] as number)
        yield this.#shown(id, this.#plain.charge(row, id), charges, row);
    }
    for (const row of chargesByRequest.having(id))
      if (joined.sale[row] === NONE && isKept(charges, row))
        yield this.#shown(id, this.#plain.charge(row, id), charges, row);
    yield* this.#others.get(id) ?? [];
  }
}

/** The rows that findings rest on, finding by finding. */
export function* evidenceRows(
  drafts: readonly Draft[],
  books: Books,
  plain: PlainRows,
  sources: readonly Source[],
): Generator<EvidenceRow> {
  const wanted = new Set(
    drafts.flatMap((draft) => {
      const { requests, payments } = idsOf(draft);
      return [...requests, ...payments];
    }),
  );
  const rows = new RowsOf(books, plain, sources, wanted);
  for (const draft of drafts) {
    const { requests, payments } = idsOf(draft);
    const id = findingId(draft.evidence);
    for (const one of new Set([...requests, ...payments]))
      for (const row of rows.of(one)) yield { findingId: id, ...row };
  }
}
