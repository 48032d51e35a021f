import type { Connector } from '../../gateways/connector.ts';
import { HOUR_MS, MINUTE_MS, tryParseInstant } from '../../instant.ts';
import { type Decimal, exceeds, toPlainText as plainText, toDecimal } from '../../money/money.ts';
import type { IndexedRecord } from '../../normalizer/export-context.ts';
import type { Entry } from '../../normalizer/intake/native.ts';
import { readConsumeRow } from '../../normalizer/logs/classify.ts';
import type { FileOf } from '../../normalizer/same-rows/same-native-rows.ts';
import { type SameRow, SameRows } from '../../normalizer/same-rows/same-rows.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
import type { PlainRows } from './plain-rows.ts';
import type { RepeatCounter } from './repeats.ts';

export type UsageRecords = readonly IndexedRecord<DownstreamRecord>[];

/** What a file says that a request was charged. */
interface FileSale {
  readonly file: number;
  readonly requestId: string;
  readonly model: string;
  readonly time: number;
  /** In units of quota. */
  readonly quota: Decimal;
}

const byRequest = {
  name: ({ requestId }) => requestId,
  file: ({ file }) => file,
} satisfies SameRow<FileSale>;

/** A table of a few columns beside a list with all of them. */
const sameListedSale: SameRow<FileSale> = {
  ...byRequest,
  text: ({ model, time, quota }) => JSON.stringify([model, time, plainText(quota)]),
};

/** Zones are whole quarters of an hour from UTC, 14 hours at most. */
const QUARTER_MS = 15 * MINUTE_MS;
const ZONE_MS_MAX = 14 * HOUR_MS;

/** Whether two times are one, printed in two zones and without its seconds. */
function mayBeSameTime(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  return apart <= ZONE_MS_MAX && Math.abs(apart - QUARTER_MS * Math.round(apart / QUARTER_MS)) < MINUTE_MS;
}

/** Pages print amounts that are rounded. */
const ROUNDING_MAX = toDecimal('0.5');

/** A page that prints a log otherwise than its gateway lists it. */
const samePrintedSale: SameRow<FileSale> = {
  ...byRequest,
  text: ({ model }) => model,
  isSame: (a, b) => mayBeSameTime(a.time, b.time) && !exceeds(a.quota.minus(b.quota).abs(), ROUNDING_MAX),
};

/** Finds a sale among others; plain rows are added once their request is asked about. */
function indexSales(
  { sales, salesByRequest }: PlainRows,
  rule: SameRow<FileSale>,
): (requestId: string) => SameRows<FileSale> {
  const same = new SameRows(rule);
  const asked = new Set<string>();
  const { models, table } = sales;
  const { source, model, time, quota } = table.columns;
  return (requestId) => {
    if (asked.has(requestId)) return same;
    asked.add(requestId);
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

/** Leaves out log rows that another file has as plain rows. */
export function dropRepeatedEntries(
  entries: readonly Entry[],
  plain: PlainRows,
  connector: Connector,
  fileOf: FileOf,
  repeated: RepeatCounter,
): readonly Entry[] {
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
    if (same) repeated.leaveOut(sale.file, same.row.file);
    return same === undefined;
  });
}

/** Leaves out canonical usage that another file has, too, in its gateway's words or with other columns. */
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
  /** @param native usage of the gateway's rows that are not plain */
  return (canonical: UsageRecords, native: UsageRecords): UsageRecords => {
    if (canonical.length === 0) return canonical;
    const salesOf = indexSales(plain, samePrintedSale);
    for (const sale of native.map(saleOf)) salesOf(sale.requestId).add(sale);
    return canonical.filter((placed) => {
      const sale = saleOf(placed);
      const pair = salesOf(sale.requestId).take(sale);
      if (pair) repeated.leaveOut(sale.file, pair[1].file);
      return pair === undefined;
    });
  };
}
