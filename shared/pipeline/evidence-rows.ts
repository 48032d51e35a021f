import { LEDGERS, type UsageRow } from '../engine/rows/row.ts';
import type { Evidence } from '../engine/tally/evidence.ts';
import { toPlainText } from '../money/money.ts';
import { type Draft, findName } from '../report/build/drafts.ts';
import type { EvidenceRow } from '../report/files/report-source.ts';
import type { Amount } from '../schemas/fields.ts';
import type { Tokens } from '../schemas/reconciliation-input.ts';
import { isCountedRow, type LogColumns } from './columns/log-columns.ts';
import { NO_ROW } from './columns/table.ts';
import type { Books } from './link/link-sources.ts';
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

type EvidenceView = Omit<EvidenceRow, 'findingId'>;

/** Lists the rows kept as objects of the wanted requests and payments, sorted by ledger, file and row number. */
function listUnpackedRows(
  { downstreamUsage, upstreamCharges, payments, rowRefs }: Books,
  sources: readonly Source[],
  wanted: ReadonlySet<EvidenceId>,
): Map<EvidenceId, { readonly source: number; readonly view: EvidenceView }[]> {
  const found: { id: EvidenceId; source: number; row: number; view: EvidenceView }[] = [];
  const add = (
    name: string | undefined,
    index: number,
    fields: Omit<EvidenceView, 'id'>,
    tokens?: Tokens,
  ): void => {
    const id: EvidenceId = `${fields.ledger === 'payments' ? 'payment' : 'request'} ${name}`;
    if (name === undefined || !wanted.has(id)) return;
    const { source, row } = rowRefs[fields.ledger][index] as (typeof rowRefs)['payments'][number];
    const counts = { inputTokens: tokens?.input, outputTokens: tokens?.output };
    const view = { ...fields, id: name, ...counts, file: sources[source]?.location, row };
    found.push({ id, source, row, view });
  };
  for (const [index, record] of downstreamUsage.entries()) {
    const { requestId, occurredAt: at, chargedAmount, expectedCharge, tokens } = record;
    const amounts = { amount: amountText(chargedAmount), expected: amountText(expectedCharge) };
    add(requestId, index, { ledger: 'downstreamUsage', at, ...amounts }, tokens);
  }
  for (const [index, { requestId, occurredAt: at, costAmount, tokens }] of upstreamCharges.entries())
    add(requestId, index, { ledger: 'upstreamCharges', at, amount: amountText(costAmount) }, tokens);
  for (const [index, { transactionId, occurredAt: at, amount }] of payments.entries())
    add(transactionId, index, { ledger: 'payments', at, amount: amountText(amount) });
  // Restore the order of the files: the normalizer may return the records of a request in another order.
  found.sort(
    (a, b) =>
      LEDGERS.indexOf(a.view.ledger) - LEDGERS.indexOf(b.view.ledger) || a.source - b.source || a.row - b.row,
  );
  return Map.groupBy(found, ({ id }) => id);
}

/** Builds the function that yields the rows of a request that are kept in columns: its sales, then its charges. */
function buildPlainRowFinder(books: Books, plain: PlainUsageRows, sources: readonly Source[]) {
  const { sales, salesByRequest, charges, chargesByRequest, joined } = books;
  const { sale: saleOf, firstCharge, nextCharge, named } = joined;
  /** By request id: charges in columns that a log row kept as an object links to the request. */
  const namedCharges = Map.groupBy(named.keys(), (row) => named.get(row)?.requestId);
  const toView = (id: string, usage: UsageRow, { table }: LogColumns, row: number): EvidenceView => ({
    ledger: usage.ledger,
    id,
    at: new Date(usage.occurredAt).toISOString(),
    amount: toPlainText(usage.gross),
    expected: usage.expected && toPlainText(usage.expected),
    inputTokens: usage.tokens?.input,
    outputTokens: usage.tokens?.output,
    file: sources[table.columns.source[row] as number]?.location,
    row: table.columns.row[row],
  });
  return function* findPlainRows(id: string): Generator<EvidenceView> {
    for (const sale of salesByRequest.findRows(id)) {
      if (!isCountedRow(sales, sale)) continue;
      yield toView(id, plain.buildSale(sale), sales, sale);
      for (let row = firstCharge[sale] as number; row !== NO_ROW; row = nextCharge[row] as number)
        yield toView(id, plain.buildCharge(row, id), charges, row);
    }
    const loose = [...chargesByRequest.findRows(id)].filter(
      (row) => saleOf[row] === NO_ROW && !named.has(row),
    );
    for (const row of [...loose, ...(namedCharges.get(id) ?? [])])
      if (isCountedRow(charges, row)) yield toView(id, plain.buildCharge(row, id), charges, row);
  };
}

/** Function that yields, for each draft of a finding, the rows of the requests and payments that it names. */
export type EvidenceLister = (drafts: readonly Draft[]) => Generator<EvidenceRow>;

/** Builds the function that lists the rows behind the findings of a run. `sources` are all files, by number. */
export const buildEvidenceLister = (
  books: Books,
  settings: RunSettings,
  currency: string,
  sources: readonly Source[],
): EvidenceLister =>
  function* listEvidence(drafts) {
    const wanted = new Set<EvidenceId>();
    for (const { evidence } of drafts) for (const id of listEvidenceIds(evidence)) wanted.add(id);
    const unpacked = listUnpackedRows(books, sources, wanted);
    const findPlainRows = buildPlainRowFinder(books, new PlainUsageRows(books, settings, currency), sources);
    for (const { id: findingId, evidence } of drafts)
      for (const id of listEvidenceIds(evidence)) {
        if (id.startsWith('request '))
          for (const view of findPlainRows(id.slice('request '.length))) yield { findingId, ...view };
        for (const { view } of unpacked.get(id) ?? []) yield { findingId, ...view };
      }
  };
