import { CALL, UPSTREAM_MODEL } from '../../gateways/vocabulary.ts';
import type { RequestDetails } from '../../log-facts.ts';
import type { ReportedUsage } from '../../normalizer/bills/bill-tokens.ts';
import type { ExportContext, IndexedRecord } from '../../normalizer/export-context.ts';
import { withForkDialect } from '../../normalizer/intake/dialect.ts';
import type { IndexedRow } from '../../normalizer/intake/native.ts';
import { readCanonicalRecord } from '../../normalizer/records/canonical.ts';
import { readDownstreamUsage } from '../../normalizer/records/downstream.ts';
import { joinPayments } from '../../normalizer/records/joined-payments.ts';
import { linkUpstreamCharges, readUpstreamCharges } from '../../normalizer/records/upstream.ts';
import { RowOutcomes } from '../../normalizer/row-outcomes.ts';
import { downstreamRecordSchema } from '../../schemas/reconciliation-input.ts';
import { describeRejection } from '../read/rejected-rows.ts';
import type { Source, SourceColumns, UnpackedRow } from '../read/source.ts';
import { type RunSettings, toExportSettings } from '../run-settings.ts';
import { buildBalanceRows } from '../settings/balances.ts';
import {
  buildEntries,
  collectLogIds,
  type EntriesByField,
  findTables,
  surveyLogRows,
} from './build-entries.ts';
import { findCallPairs } from './call-pairs.ts';
import {
  applyFileSettings,
  buildChargeTest,
  buildPaymentTest,
  convertCurrencies,
} from './convert-currencies.ts';
import { findCostMultiples } from './cost-multiples.ts';
import { buildUsageFilter, type UsageRecords } from './cross-file-duplicates.ts';
import { collectTies } from './model-ties.ts';
import { findPaymentsInTwoFiles } from './payments-in-two-files.ts';
import { buildConsumedLookups, mergePlainRows, type PlainRows } from './plain-rows.ts';
import { RepeatCounter } from './repeats.ts';
import { SaleLinker } from './sale-linker.ts';
import { dropUnknownIds } from './unknown-ids.ts';

const readCanonicalUsage = (entries: readonly IndexedRow[], outcomes: RowOutcomes): UsageRecords =>
  entries.flatMap((entry) => {
    const { [UPSTREAM_MODEL]: _, [CALL]: _call, ...native } = entry.native;
    const record = outcomes.attempt(entry, () => readCanonicalRecord(downstreamRecordSchema, native));
    return record ? [{ index: entry.index, record }] : [];
  });

/** Reads a text that mappings add to canonical records, by the index of the row. */
const readTexts = (entries: readonly IndexedRow[], key: typeof UPSTREAM_MODEL | typeof CALL) =>
  new Map(
    entries.flatMap(({ index, native }) => {
      const text = native[key];
      return typeof text === 'string' ? [[index, text] as const] : [];
    }),
  );

/** Lists the candidates among plain rows for the requests that bills name. */
const listPlainCandidates = (unlinked: ReturnType<typeof readUpstreamCharges>, linker: SaleLinker) =>
  [...new Set(unlinked.flatMap(({ record: { requestId } }) => requestId ?? []))].flatMap((id) =>
    linker.listCandidates(id),
  );

/** Details of rows from several sources, by the index of the row. */
function mergeDetails(...all: readonly ReadonlyMap<number, RequestDetails>[]): Map<number, RequestDetails> {
  const merged = new Map<number, RequestDetails>();
  for (const details of all)
    for (const [index, detail] of details) merged.set(index, { ...merged.get(index), ...detail });
  return merged;
}

/** Creates the lists and counts of what happens to unpacked rows. */
function createCounters(unpacked: readonly UnpackedRow[], settings: RunSettings, sources: readonly Source[]) {
  const rowAt = (index: number) => unpacked[index] as UnpackedRow;
  const sourceAt = (index: number) => rowAt(index).source;
  const listRejected = () =>
    outcomes.rejected.map(([{ index }, reasons]) => describeRejection(rowAt(index), reasons, settings));
  const outcomes = new RowOutcomes((row, earlier) => repeated.count(sourceAt(row), sourceAt(earlier)));
  const repeated: RepeatCounter = new RepeatCounter(outcomes);
  const configured = new Set(
    sources.flatMap(({ source, quotaPerUnit }) => (quotaPerUnit === undefined ? [] : [source])),
  );
  const hasConfiguredUnit = (source: number): boolean => configured.has(source);
  return { sourceAt, listRejected, outcomes, repeated, hasConfiguredUnit };
}

/** Normalizes the unpacked rows, and links plain charges to their requests. */
function normalizeAll(
  entries: EntriesByField,
  plain: PlainRows,
  context: ExportContext,
  { quotaPerUnit, prices }: RunSettings,
  { sourceAt, repeated, outcomes }: ReturnType<typeof createCounters>,
) {
  const dropRepeated = buildUsageFilter(plain, sourceAt, quotaPerUnit, repeated);
  const isPriced = prices !== undefined;
  const usage = readDownstreamUsage(entries.logs, context, outcomes);
  const canonical = dropRepeated(readCanonicalUsage(entries.canonical, outcomes), usage.records);
  const candidates = [...usage.links, ...canonical.map(({ record }) => ({ id: record.requestId }))];
  const linker = new SaleLinker(plain.sales, plain.salesByRequest);
  const joined = linker.linkCharges(plain.charges, plain.chargesByRequest, candidates, outcomes);
  const unlinked = readUpstreamCharges(entries.upstreamCharges, context, outcomes);
  const paid = joinPayments(entries.payments, entries.logs, context, outcomes);
  const charged = linkUpstreamCharges(
    unlinked,
    [...candidates, ...listPlainCandidates(unlinked, linker)],
    outcomes,
  );
  const sold = [...usage.records, ...canonical];
  const { billed, unknown } = dropUnknownIds(charged, joined, plain, sold, sourceAt);
  /** Converts a map by index of the row to an array in the order of `sold`. */
  const inOrder = <T>(byIndex: ReadonlyMap<number, T>) =>
    sold.map(({ index }): T | undefined => byIndex.get(index));
  const models = readTexts(entries.canonical, UPSTREAM_MODEL);
  const bought = new Map([...models].map(([index, model]) => [index, { bought: model }]));
  const twins = findCallPairs(canonical, readTexts(entries.canonical, CALL));
  return {
    records: { downstreamUsage: sold, upstreamCharges: billed, payments: paid.records },
    joined,
    paymentFacts: paid.contexts,
    unknownBills: unknown,
    /** Cost multiples of upstream logs, by source. */
    multiples: findCostMultiples(billed, joined, plain, sold, quotaPerUnit ?? 1, sourceAt),
    /** Payments and orders that are probably the same money but share no number. */
    unjoined: paid.unjoined,
    paidInTwoFiles: findPaymentsInTwoFiles(paid.reported, sourceAt),
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

/** Returns the positions of records instead of their rows, which would all stay in memory. */
function locateRecords(
  records: ReturnType<typeof normalizeAll>['records'],
  unpacked: readonly UnpackedRow[],
) {
  const locate = (ofLedger: readonly IndexedRecord<unknown>[]) =>
    ofLedger.map(({ index }) => {
      const { source, row } = unpacked[index] as UnpackedRow;
      return { source, row };
    });
  return {
    downstreamUsage: locate(records.downstreamUsage),
    upstreamCharges: locate(records.upstreamCharges),
    payments: locate(records.payments),
  };
}

/**
 * Merges the rows of all files: drops repeated rows, normalizes the rows kept as objects, converts currencies, and
 * links each upstream charge to its request in the log. The columns are moved into the result and are empty afterwards.
 * @param isBilled whether some bill row has a cost; otherwise usage reports with only token counts are not needed
 * @returns `books`: rows in columns with their links, and all other rows as records; `outcome`: how rows were used
 */
export function linkSources(
  columns: readonly SourceColumns[],
  settings: RunSettings,
  isBilled: boolean,
  sources: readonly Source[] = [],
) {
  const unpacked = [...columns.flatMap((part) => part.unpacked), ...buildBalanceRows(settings)];
  const counters = createCounters(unpacked, settings, sources);
  const { sourceAt, outcomes, repeated, hasConfiguredUnit } = counters;
  const { plain, surviving } = mergePlainRows(columns, repeated, outcomes, hasConfiguredUnit);
  const reading = toExportSettings(settings);
  for (const id of plain.sales.channels.texts) reading.channels.findId(id, undefined, outcomes);
  const entries = buildEntries(unpacked, findTables(columns), plain, reading.connector, repeated);
  const survey = surveyLogRows(plain, entries, settings, reading);
  const counted: ReportedUsage[] = [];
  // Usage reports contain only token counts, which explain differences of a bill. Without a bill, they are not
  // collected.
  const takeUsage = isBilled ? (usage: ReportedUsage) => counted.push(usage) : undefined;
  const consumedElsewhere = buildConsumedLookups(plain);
  const unitTest = { hasConfiguredUnit: (index: number) => hasConfiguredUnit(sourceAt(index)) };
  const context = { ...reading, survey, consumedElsewhere, ...unitTest, ...(takeUsage && { takeUsage }) };
  const normalized = normalizeAll(entries, plain, context, settings, counters);
  const { records, prices, textOnlyMoney, ...linked } = normalized;
  const usage = records.downstreamUsage.map(({ record }) => record);
  const charges = applyFileSettings(records.upstreamCharges, sourceAt, sources);
  const { rates = {}, period } = settings;
  const hasRates = Object.keys(rates).length > 0;
  const { converted, ...ledgers } = convertCurrencies(
    charges,
    records.payments.map(({ record }) => record),
    rates,
    reading.currency,
    {
      upstreamCharges: buildChargeTest(hasRates ? charges : [], usage, plain, period),
      payments: buildPaymentTest(linked.paymentFacts, period),
    },
  );
  return {
    books: {
      ...plain,
      ...ledgers,
      ...linked,
      downstreamUsage: usage,
      /** By index in the registry, whether row numbers of the gateway are unique. */
      isIdentified: reading.connectors.map(({ id }) => survey.uniqueUpstreams.has(id)),
      /** Request ids of unpacked log rows. */
      unpackedIds: collectLogIds(entries, unpacked, withForkDialect(reading.connector, survey.forks.logs)),
      /** File and row of each record, by ledger; of the first row if a record was built from several. */
      rowRefs: locateRecords(records, unpacked),
      /** Tokens from usage reports. */
      counted,
    },
    /** How rows were used, and facts about all of them. */
    outcome: {
      /** Models sold, each with the model requested instead. */
      ties: collectTies(plain.sales, usage, linked.saleFacts),
      /** Observed prices, and money that is only in texts. */
      pricesSeen: prices,
      textOnlyMoney,
      /** Amounts converted by the configured rates. */
      converted,
      figures: outcomes.summary(),
      rejected: counters.listRejected(),
      records: {
        downstreamUsage: surviving.sales + usage.length,
        upstreamCharges: surviving.charges + ledgers.upstreamCharges.length,
        payments: ledgers.payments.length,
      },
      /** Numbers of rows that repeat an earlier row, by pair of sources. */
      repeats: repeated.repeats,
    },
  };
}

/** Result of `linkSources`. */
export type Linked = ReturnType<typeof linkSources>;
/** Linked rows of a run: plain rows in columns, other rows as records. */
export type Books = Linked['books'];
