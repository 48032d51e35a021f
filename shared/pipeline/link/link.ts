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

/** Position of a row: source and row number. */
export type SourceRow = Pick<UnpackedRow, 'source' | 'row'>;

/** Returns positions instead of rows, which would all stay in memory. */
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

/** Reads canonical usage records, which a file may contain next to native rows. */
const readCanonicalUsage = (entries: readonly Entry[], account: Account): UsageRecords =>
  entries.flatMap((entry) => {
    const { [UPSTREAM_MODEL]: _, [CALL]: _call, ...native } = entry.native;
    const record = account.attempt(entry, () => readCanonicalRecord(downstreamRecordSchema, native));
    return record ? [{ index: entry.index, record }] : [];
  });

/** Reads the models requested instead of those sold, which mappings add to canonical records. */
const readBoughtModels = (entries: readonly Entry[]): ReadonlyMap<number, RequestDetails> =>
  new Map(
    entries.flatMap(({ index, native: { [UPSTREAM_MODEL]: bought } }) =>
      typeof bought === 'string' ? [[index, { bought }] as const] : [],
    ),
  );

/** Lists the candidates among plain rows for the requests that bills name. */
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

/** Sources of unpacked rows, and the counters for them. */
interface UnpackedRows {
  readonly sourceAt: (index: number) => number;
  readonly repeated: RepeatCounter;
  readonly account: Account;
}

/** Normalizes the unpacked rows, and links plain charges to their requests. */
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
  /** Arranges facts about log rows in the order of the records. */
  const inOrder = <T>(byIndex: ReadonlyMap<number, T>) =>
    sold.map(({ index }): T | undefined => byIndex.get(index));
  const bought = readBoughtModels(entries.canonical);
  const twins = findCallPairs(stated, callsIn(entries.canonical));
  return {
    placed,
    joined,
    /** Context of payments. */
    paymentFacts: paid.facts,
    unknownBills: unknown,
    /** Cost multiples of upstream logs, by source. */
    multiples: findCostMultiples(billed, joined, plain, sold, quotaPerUnit ?? 1, sourceAt),
    /** Payments and orders that are probably the same money but share no number. */
    unjoined: paid.unjoined,
    /** Request details of `downstreamUsage`, in its order. */
    saleFacts: inOrder(mergeDetails(usage.sales(), bought, twins)),
    /** Purchase data, only if prices depend on it. */
    purchases: isPriced ? inOrder(new Map([...usage.purchases(), ...bought])) : [],
    /** Facts of `upstreamCharges` that records have no field for; kinds of tokens only if prices depend on them. */
    lineFacts: billed.map(({ line }) =>
      isPriced || line === undefined ? line : { ...line, meter: undefined },
    ),
    ...usage.facts(),
  };
}

/**
 * Merges the columns of all sources: links upstream rows to requests, and normalizes the unpacked rows together. The
 * columns are moved into the result and are empty afterwards.
 * @param isBilled whether some row has a cost, rather than only counted tokens
 * @param sources sources with the settings of their files
 * @returns books: plain rows in columns with their links, and all other rows as records; outcome: how rows were used
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
  // Counted tokens explain differences of a bill, and have no use without one.
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
      /** By index in the registry, whether row numbers of the gateway are unique. */
      isIdentified: findGatewaysWithUniqueIds(survey),
      /** Request ids of unpacked log rows. */
      salesAside: collectIds(entries, unpacked, withForkDialect(reading.connector, survey.forks.logs)),
      /** Positions of the records of each ledger; of the first row if a record was built from several. */
      places: locateRecords(unpacked, placed),
      /** Tokens from usage reports. */
      counted,
    },
    /** How rows were used, and facts about all of them. */
    outcome: {
      /** Models sold, each with the model requested instead. */
      ties: collectTies(plain.sales, usage, made.saleFacts),
      /** Observed prices, and money that is only in texts. */
      pricesSeen: prices,
      textOnlyMoney,
      /** Amounts converted by the configured rates. */
      converted,
      figures: account.summary(),
      /** Rows that could not be read after all sources were merged. */
      rejected: rejected.lines,
      records: {
        downstreamUsage: kept.sales + usage.length,
        upstreamCharges: kept.charges + foreign.upstreamCharges.length,
        payments: foreign.payments.length,
      },
      /** Numbers of rows that repeat an earlier row, by pair of sources. */
      repeats: repeated.rows,
    },
  };
}

/** Result of `link`. */
export type Linked = ReturnType<typeof link>;
/** Linked rows of a run: plain rows in columns, other rows as records. */
export type Books = Linked['books'];
