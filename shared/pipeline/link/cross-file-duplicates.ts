import { tryParseInstant } from '../../civil-time.ts';
import type { Connector } from '../../gateways/connector.ts';
import { HOUR_MS, MINUTE_MS } from '../../instant.ts';
import { type Decimal, exceeds, toDecimal, toPlainText } from '../../money/money.ts';
import { readTokenKind } from '../../normalizer/bills/bill-tokens.ts';
import { readProviderCharge } from '../../normalizer/bills/provider-charge.ts';
import { findChargeBill } from '../../normalizer/bills/recognize-bill.ts';
import { DuplicateFinder, type DuplicateRule } from '../../normalizer/duplicates/duplicate-finder.ts';
import { type FileOf, haveEqualSharedFields } from '../../normalizer/duplicates/row-rules.ts';
import type { IndexedRecord } from '../../normalizer/export-context.ts';
import type { IndexedRow } from '../../normalizer/intake/native.ts';
import { readConsumeRow } from '../../normalizer/logs/classify.ts';
import { RowOutcomes } from '../../normalizer/row-outcomes.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
import type { PlainRows } from './plain-rows.ts';
import type { RepeatCounter } from './repeats.ts';

/** Usage records with the indexes of their rows. */
export type UsageRecords = readonly IndexedRecord<DownstreamRecord>[];

interface FileSale {
  readonly file: number;
  readonly requestId: string;
  readonly model: string;
  readonly time: number;
  /** Charge in quota units. */
  readonly quota: Decimal;
}

const byRequest = {
  key: ({ requestId }) => requestId,
  file: ({ file }) => file,
} satisfies DuplicateRule<FileSale>;

/** Rule for a row in two exports, one of which may lack columns: request, model, time and charge are equal. */
const sameListedSale: DuplicateRule<FileSale> = {
  ...byRequest,
  text: ({ model, time, quota }) => JSON.stringify([model, time, toPlainText(quota)]),
};

/** Offsets of time zones: multiples of a quarter hour, at most 14 hours. */
const QUARTER_MS = 15 * MINUTE_MS;
const ZONE_MS_MAX = 14 * HOUR_MS;

/** Returns whether two times may be the same, in two time zones and without seconds. */
function mayBeSameTime(a: number, b: number): boolean {
  const difference = Math.abs(a - b);
  const quarters = Math.round(difference / QUARTER_MS);
  return difference <= ZONE_MS_MAX && Math.abs(difference - QUARTER_MS * quarters) < MINUTE_MS;
}

/** Largest rounding of amounts on a page, in quota units. */
const ROUNDING_MAX = toDecimal('0.5');

/** Rule for a row on a page and in the gateway's list: the page may round the charge and use another time zone. */
const samePrintedSale: DuplicateRule<FileSale> = {
  ...byRequest,
  text: ({ model }) => model,
  isSame: (a, b) => mayBeSameTime(a.time, b.time) && !exceeds(a.quota.minus(b.quota).abs(), ROUNDING_MAX),
};

/** Builds an index of sales. Plain rows of a request are added when it is first looked up. */
function indexSales({ sales, salesByRequest }: PlainRows, rule: DuplicateRule<FileSale>) {
  const same = new DuplicateFinder(rule);
  const indexed = new Set<string>();
  const { models, table } = sales;
  const { source, model, time, quota } = table.columns;
  return (requestId: string) => {
    if (indexed.has(requestId)) return same;
    indexed.add(requestId);
    for (const row of salesByRequest.findRows(requestId))
      same.add({
        file: source[row] as number,
        requestId,
        model: models.texts[model[row] as number] as string,
        time: time[row] as number,
        quota: toDecimal(quota[row] as number),
      });
    return same;
  };
}

/**
 * Drops log rows kept as objects that repeat a row in columns (`plain`) from another file: request, model, time and
 * charge are equal. Returns those that are left.
 */
export function dropRepeatedEntries(
  entries: readonly IndexedRow[],
  plain: PlainRows,
  connector: Connector,
  fileOf: FileOf,
  repeated: RepeatCounter,
): readonly IndexedRow[] {
  const files = new Set(plain.sales.table.columns.source.subarray(0, plain.sales.length));
  for (const entry of entries) files.add(fileOf(entry));
  if (plain.sales.length === 0 || files.size < 2) return entries;
  const salesOf = indexSales(plain, sameListedSale);
  return entries.filter((entry) => {
    const { requestId, model, occurredAt: time, quota } = readConsumeRow(entry, connector) ?? {};
    if (requestId === undefined || model === undefined || time === undefined || quota === undefined)
      return true;
    const sale = { file: fileOf(entry), requestId, model, time, quota: toDecimal(quota) };
    const same = salesOf(requestId).find(sale);
    if (same) repeated.countSkipped(sale.file, same.row.file);
    return same === undefined;
  });
}

/**
 * Builds a function that takes usage records read without a gateway's format, for example by a mapping, and the log
 * rows of gateways, and drops those that a gateway's log in another file contains as well. Their charges may differ by
 * rounding, and their times by a time zone.
 * @param quotaPerUnit quota units per unit of money, to compare records with the quota in columns
 */
export function buildUsageFilter(
  plain: PlainRows,
  fileAt: (index: number) => number,
  quotaPerUnit: number | undefined = 1,
  repeated: RepeatCounter,
) {
  const saleOf = ({ index, record }: UsageRecords[number]): FileSale => ({
    file: fileAt(index),
    requestId: record.requestId,
    model: record.model,
    time: tryParseInstant(record.occurredAt) as number,
    quota: toDecimal(record.chargedAmount).times(quotaPerUnit),
  });
  /** Returns the `canonical` records that are neither in `plain` nor among the gateway's own log rows (`native`). */
  return (canonical: UsageRecords, native: UsageRecords): UsageRecords => {
    if (canonical.length === 0) return canonical;
    const salesOf = indexSales(plain, samePrintedSale);
    for (const sale of native.map(saleOf)) salesOf(sale.requestId).add(sale);
    return canonical.filter((usage) => {
      const sale = saleOf(usage);
      const pair = salesOf(sale.requestId).take(sale);
      if (pair) repeated.countSkipped(sale.file, pair[1].file);
      return pair === undefined;
    });
  };
}

const SILENT = new RowOutcomes();

/** Reads a row of a recognized bill, with its kind of tokens; `undefined` for other rows and unreadable ones. */
const readBillRow = ({ native }: IndexedRow) =>
  SILENT.attempt({ field: 'upstreamCharges', index: 0 }, () => {
    const bill = findChargeBill(native);
    const record = bill && readProviderCharge(native, bill, SILENT);
    return bill && record && { bill, record, meter: readTokenKind(native, bill) };
  });

const layoutKey = ({ native }: IndexedRow): string => Object.keys(native).join(' ');

/**
 * Builds the rule that finds bill rows repeated in a file with other columns, such as an export and an API reply of the
 * same bill. Rows with the same columns are compared by other rules.
 */
export function buildLayoutRule(entries: readonly IndexedRow[], fileOf: FileOf): DuplicateRule<IndexedRow> {
  const areOneLayout = new Set(entries.map(layoutKey)).size < 2;
  /** Rows with a charge id. The id and the amounts identify them, so their other fields may differ. */
  const charges = new Set<IndexedRow>();
  return {
    key: (entry) => {
      const row = areOneLayout ? undefined : readBillRow(entry);
      if (row === undefined) return undefined;
      const { tokens: _, upstreamId, ...record } = row.record;
      const { costAmount, refundAmount } = record;
      if (upstreamId === undefined) return JSON.stringify([row.bill.id, record, row.meter]);
      charges.add(entry);
      return JSON.stringify([row.bill.id, upstreamId, costAmount, refundAmount]);
    },
    isSame: (row, earlier) =>
      layoutKey(row) !== layoutKey(earlier) &&
      (charges.has(row) || haveEqualSharedFields(row.native, earlier.native)),
    file: fileOf,
  };
}
