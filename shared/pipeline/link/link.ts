import { CALL, UPSTREAM_MODEL } from '../../gateways/vocabulary.ts';
import type { RequestDetails } from '../../log-facts.ts';
import type { ReportedUsage } from '../../normalizer/bills/bill-tokens.ts';
import type { ExportContext, IndexedRecord } from '../../normalizer/export-context.ts';
import { withForkDialect } from '../../normalizer/intake/dialect.ts';
import type { Entry } from '../../normalizer/intake/native.ts';
import { readCanonicalRecord } from '../../normalizer/records/canonical.ts';
import { readDownstreamUsage } from '../../normalizer/records/downstream.ts';
import { joinPayments } from '../../normalizer/records/joined-payments.ts';
import { linkUpstreamCharges, readUpstreamDrafts } from '../../normalizer/records/upstream.ts';
import { Account } from '../../normalizer/rejections-and-notes.ts';
import { downstreamRecordSchema } from '../../schemas/reconciliation-input.ts';
import { RejectedRows } from '../read/rejected-rows.ts';
import type { Source, SourceColumns, UnpackedRow } from '../read/source.ts';
import { type RunSettings, toExportSettings } from '../run-settings.ts';
import { balanceRows } from '../settings/balances.ts';
import { buildEntries, collectIds, type EntriesByField, findTables } from './build-entries.ts';
import { findCallPairs } from './call-pairs.ts';
import { applyFileSettings, buildPaymentTest, convertCurrencies } from './convert-currencies.ts';
import { findCostMultiples } from './cost-multiples.ts';
import { buildUsageFilter, type UsageRecords } from './cross-file-duplicates.ts';
import { Joins } from './joins.ts';
import { collectTies } from './model-ties.ts';
import { findConsumedElsewhere, mergePlainRows, type PlainRows } from './plain-rows.ts';
import { RepeatCounter } from './repeats.ts';
import { findGatewaysWithUniqueIds, surveyAll } from './survey-all.ts';
import { dropUnknownIds } from './unknown-ids.ts';

/** A row of a source. */
export type SourceRow = Pick<UnpackedRow, 'source' | 'row'>;

/** Not the rows themselves: they would all stay in memory. */
const locateRows = (
  unpacked: readonly UnpackedRow[],
  records: readonly IndexedRecord<unknown>[],
): SourceRow[] =>
  records.map(({ index }) => {
    const { source, row } = unpacked[index] as UnpackedRow;
    return { source, row };
  });

const locateRecords = (
  unpacked: readonly UnpackedRow[],
  { downstreamUsage, upstreamCharges, payments }: ReturnType<typeof normalizeAll>['placed'],
) => ({
  downstreamUsage: locateRows(unpacked, downstreamUsage),
  upstreamCharges: locateRows(unpacked, upstreamCharges),
  payments: locateRows(unpacked, payments),
});

/** Canonical usage stands beside native rows in a file; it is validated as reconcile does. */
const readCanonicalUsage = (entries: readonly Entry[], account: Account): UsageRecords =>
  entries.flatMap((entry) => {
    const { [UPSTREAM_MODEL]: _, [CALL]: _call, ...native } = entry.native;
    const record = account.attempt(entry, () => readCanonicalRecord(downstreamRecordSchema, native));
    return record ? [{ index: entry.index, record }] : [];
  });

/** The models that were bought for those sold, as mappings state them beside canonical records. */
const readBoughtModels = (entries: readonly Entry[]): ReadonlyMap<number, RequestDetails> =>
  new Map(
    entries.flatMap(({ index, native: { [UPSTREAM_MODEL]: bought } }) =>
      typeof bought === 'string' ? [[index, { bought }] as const] : [],
    ),
  );

/** What plain rows say of the requests that bills name. */
const listPlainCandidates = (drafts: ReturnType<typeof readUpstreamDrafts>, joins: Joins) =>
  [...new Set(drafts.flatMap(({ record: { requestId } }) => requestId ?? []))].flatMap((id) =>
    joins.listCandidates(id),
  );

/** The calls of rows, as mappings state them beside canonical records. */
const callsIn = (entries: readonly Entry[]): ReadonlyMap<number, string> =>
  new Map(
    entries.flatMap(({ index, native: { [CALL]: call } }) =>
      typeof call === 'string' ? [[index, call] as const] : [],
    ),
  );

/** Details of rows from several sources, by the index of the row. */
function mergeDetails(...all: readonly ReadonlyMap<number, RequestDetails>[]): Map<number, RequestDetails> {
  const merged = new Map<number, RequestDetails>();
  for (const details of all)
    for (const [index, detail] of details) merged.set(index, { ...merged.get(index), ...detail });
  return merged;
}

/** Where the rows that are not plain are from, and what keeps account of them. */
interface UnpackedRows {
  readonly sourceAt: (index: number) => number;
  readonly repeated: RepeatCounter;
  readonly account: Account;
}

/** What the normalizer makes of the rows that are not plain, and whose requests plain charges are. */
function normalizeAll(
  entries: EntriesByField,
  plain: PlainRows,
  context: ExportContext,
  { quotaPerUnit, prices }: RunSettings,
  { sourceAt, repeated, account }: UnpackedRows,
) {
  const once = buildUsageFilter(plain, sourceAt, quotaPerUnit, repeated);
  const isPriced = prices !== undefined;
  const usage = readDownstreamUsage(entries.logs, context, account);
  const stated = once(readCanonicalUsage(entries.canonical, account), usage.records);
  const facts = [...usage.links, ...stated.map(({ record }) => ({ id: record.requestId }))];
  const joins = new Joins(plain.sales, plain.salesByRequest);
  const joined = joins.join(plain.charges, plain.chargesByRequest, facts, account);
  const drafts = readUpstreamDrafts(entries.upstreamCharges, context, account);
  const paid = joinPayments(entries.payments, entries.logs, context, account);
  const charged = linkUpstreamCharges(drafts, [...facts, ...listPlainCandidates(drafts, joins)], account);
  const sold = [...usage.records, ...stated];
  const { billed, unknown } = dropUnknownIds(charged, joined, plain, sold, sourceAt);
  const placed = {
    downstreamUsage: sold,
    upstreamCharges: billed,
    payments: paid.records,
  };
  /** What rows of the log say, in the order of their records. */
  const inOrder = <T>(byIndex: ReadonlyMap<number, T>) =>
    sold.map(({ index }): T | undefined => byIndex.get(index));
  const bought = readBoughtModels(entries.canonical);
  const twins = findCallPairs(stated, callsIn(entries.canonical));
  return {
    placed,
    joined,
    /** What both sides of payments say beside their records. */
    paymentFacts: paid.facts,
    unknownBills: unknown,
    /** What requests cost by upstreams' logs, by the source of each. */
    multiples: findCostMultiples(billed, joined, plain, sold, quotaPerUnit ?? 1, sourceAt),
    /** Payments and orders that are the same money, and share no number. */
    unjoined: paid.unjoined,
    /** What the rows of `downstreamUsage` say of their requests. */
    saleFacts: inOrder(mergeDetails(usage.sales(), bought, twins)),
    /** What they say of what was bought; only where prices rest on it. */
    purchases: isPriced ? inOrder(new Map([...usage.purchases(), ...bought])) : [],
    /** What rows of `upstreamCharges` say beside their records; kinds of tokens only where prices rest on them. */
    lineFacts: billed.map(({ line }) =>
      isPriced || line === undefined ? line : { ...line, meter: undefined },
    ),
    ...usage.facts(),
  };
}

/**
 * Puts the columns of all sources together: joins upstream rows to their requests, and lets the
 * normalizer look at all rows that are not plain. Columns are moved into the books, and empty then.
 * @param isBilled whether any of the rows bills something, rather than only counting it
 * @param sources what the settings state of files
 * @returns the books: plain rows in columns and their joins, all other rows as records; and what became of the rows
 */
export function link(
  columns: readonly SourceColumns[],
  settings: RunSettings,
  isBilled: boolean,
  sources: readonly Source[] = [],
) {
  const unpacked = [...columns.flatMap((part) => part.unpacked), ...balanceRows(settings)];
  const rejected = new RejectedRows(unpacked, settings);
  const sourceAt = (index: number) => (unpacked[index] as UnpackedRow).source;
  const account = new Account(rejected, (row, earlier) => repeated.add(sourceAt(row), sourceAt(earlier)));
  const repeated: RepeatCounter = new RepeatCounter(account);
  const rows = { sourceAt, repeated, account };
  const { plain, kept } = mergePlainRows(columns, repeated, account);
  const reading = toExportSettings(settings);
  for (const id of plain.sales.channels.texts) reading.channels.findId(id, undefined, account);
  const entries = buildEntries(unpacked, findTables(columns), plain, reading.connector, repeated);
  const survey = surveyAll(plain, entries, settings, reading);
  const counted: ReportedUsage[] = [];
  // Counts say why a bill differs: alone they say nothing.
  const takeUsage = isBilled ? (usage: ReportedUsage) => counted.push(usage) : undefined;
  const consumedElsewhere = findConsumedElsewhere(plain);
  const context = { ...reading, survey, consumedElsewhere, ...(takeUsage && { takeUsage }) };
  const { placed, prices, textOnlyMoney, ...made } = normalizeAll(entries, plain, context, settings, rows);
  const { converted, ...foreign } = convertCurrencies(
    applyFileSettings(placed.upstreamCharges, sourceAt, sources),
    placed.payments.map(({ record }) => record),
    settings.rates,
    reading.currency,
    buildPaymentTest(made.paymentFacts, settings.period),
  );
  const usage = placed.downstreamUsage.map(({ record }) => record);
  return {
    books: {
      ...plain,
      ...foreign,
      ...made,
      downstreamUsage: usage,
      /** Gateways whose numbers identify their rows, by their place in the registry. */
      isIdentified: findGatewaysWithUniqueIds(survey),
      /** Ids of log rows that are not plain. */
      salesAside: collectIds(entries, unpacked, withForkDialect(reading.connector, survey.forks.logs)),
      /** Where the rows of each of these ledgers stand, in its order; one made of several rows at the first. */
      places: locateRecords(unpacked, placed),
      /** What providers count beside their bills. */
      counted,
    },
    /** What became of the rows, and what they say of the whole. */
    outcome: {
      /** Models sold, each with the one that was asked for in its place. */
      ties: collectTies(plain.sales, usage, made.saleFacts),
      /** What the rows of `downstreamUsage` say of prices, and of money that stands only in words. */
      pricesSeen: prices,
      textOnlyMoney,
      /** What of the records was in another currency, and entered at the operator's rates. */
      converted,
      figures: account.summary(),
      /** Rows that could not be read once all were seen. */
      rejected: rejected.lines,
      records: {
        downstreamUsage: kept.sales + usage.length,
        upstreamCharges: kept.charges + foreign.upstreamCharges.length,
        payments: foreign.payments.length,
      },
      /** How many rows of a source stand in an earlier one, too, and count once. */
      repeats: repeated.rows,
    },
  };
}

/** Books, and what became of their rows. */
export type Linked = ReturnType<typeof link>;
export type Books = Linked['books'];
