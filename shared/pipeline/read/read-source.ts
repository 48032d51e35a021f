import { type OpenFile, openFile } from '../../files/read-file.ts';
import type { Batch } from '../../files/row-sink.ts';
import type { ReadRow } from '../../files/source-file.ts';
import type { Connector } from '../../gateways/connector.ts';
import { connectors } from '../../gateways/registry.ts';
import { ROW_UNIT_KEY } from '../../gateways/vocabulary.ts';
import { sumCosts } from '../../normalizer/bills/provider-charge.ts';
import { findUsageReport, isNonUsageRow } from '../../normalizer/bills/recognize-bill.ts';
import {
  detectGateway,
  findWalletKind,
  hasAnySignature,
  hasSignature,
} from '../../normalizer/intake/dialect.ts';
import { buildRowFilter } from '../../normalizer/intake/filter-row.ts';
import { isAbsent, isGatewayRow, isLogRow, type NativeObject } from '../../normalizer/intake/native.ts';
import { addWalletQuota, withQuotaFromText } from '../../normalizer/intake/quota-in-text.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import { explainForeignRow } from '../../normalizer/logs/foreign-row.ts';
import { LogColumns } from '../columns/log-columns.ts';
import { findConnector, type RunSettings } from '../run-settings.ts';
import { readBatches } from './batches.ts';
import { findAddedFields } from './file-terms.ts';
import { createPlainLogReader } from './plain-logs.ts';
import { describeRejection, describeUnreadableRow } from './rejected-rows.ts';
import { type RowProfile, RowProfiler } from './row-profile.ts';
import type { RejectedSourceRow, Source, SourceColumns, SourceField, UnpackedRow } from './source.ts';

type FieldDefaults = readonly (readonly [name: string, value: unknown])[];

/** Returns default values for upstream rows from the settings of their file, other than those of the run. */
function findFieldDefaults(source: Source, run: RunSettings, terms: FieldDefaults) {
  const { field, channel, currency, factor } = source;
  // Columns cannot store a factor, so set a unit on each row of such a file, which keeps the rows out of the columns.
  const quotaPerUnit = source.quotaPerUnit ?? (factor === undefined ? undefined : run.quotaPerUnit);
  const defined = (fields: FieldDefaults): FieldDefaults =>
    field === 'upstreamCharges' ? fields.filter(([, value]) => value !== undefined) : [];
  const bill: FieldDefaults = [['channelId', channel], ['currency', currency], ...terms];
  const log: FieldDefaults = [
    ['channelId', channel],
    [ROW_UNIT_KEY, factor === undefined && quotaPerUnit === run.quotaPerUnit ? undefined : quotaPerUnit],
    ['currency', currency === (run.currency ?? 'USD') ? undefined : currency],
  ];
  return { bill: defined(bill), log: defined(log) };
}

function applyDefaults(row: NativeObject, { bill, log }: ReturnType<typeof findFieldDefaults>): NativeObject {
  if (bill.length === 0 && log.length === 0) return row;
  const missing = (isLogRow(row) ? log : bill).filter(([name]) => isAbsent(row[name]));
  return missing.length === 0 ? row : { ...row, ...Object.fromEntries(missing) };
}

class RowReader {
  readonly profiler = new RowProfiler();
  readonly #source: Source;
  readonly #settings: RunSettings;
  readonly #own: Connector;
  readonly #sales = new LogColumns();
  readonly #charges = new LogColumns();
  readonly #plain: ReturnType<typeof createPlainLogReader>;
  readonly #defaults: ReturnType<typeof findFieldDefaults>;
  /** Gateways and forks detected by columns of log rows, and the forks that have not been found yet. */
  readonly #gateways = new Set<string>();
  readonly #forks = new Set<string>();
  #unseenForks = connectors.flatMap(({ forks = [] }: Connector) =>
    forks.filter(({ signatures }) => signatures),
  );
  /** Filters of log rows to the keys that connectors use, by gateway. */
  readonly #filters = new Map<string, ReturnType<typeof buildRowFilter>>();
  readonly #unpacked: UnpackedRow[] = [];
  readonly #rejected: RejectedSourceRow[] = [];
  #rows = 0;
  /** Removes prohibited fields, by field of the row: one file may contain several ledgers. */
  readonly #strippers: Readonly<Record<SourceField, Stripper>> = {
    logs: new Stripper('logs'),
    upstreamCharges: new Stripper('upstreamCharges'),
    payments: new Stripper('payments'),
  };

  /** @param terms fields that follow from the settings for all rows */
  constructor(source: Source, settings: RunSettings, terms: FieldDefaults) {
    this.#source = source;
    this.#settings = settings;
    this.#own = findConnector(settings);
    this.#defaults = findFieldDefaults(source, settings, terms);
    const columns = source.field === 'logs' ? this.#sales : this.#charges;
    this.#plain = createPlainLogReader(source, settings, columns, this.#strippers[source.field]);
  }

  add({ rows, rejected }: Batch): void {
    this.#rows += rows.length + rejected.length;
    for (const row of rows) this.#row(row);
    for (const line of rejected)
      this.#rejected.push(describeUnreadableRow(line, this.#source.source, this.#settings));
  }

  #row({ row, native: written, ledger }: ReadRow): void {
    const { field } = this.#source;
    const native = applyDefaults(written, this.#defaults);
    if (ledger !== undefined && ledger !== 'downstreamUsage') {
      // Such rows do not tell what the file is: a file with more charges than requests is no bill.
      this.#addUnpacked(ledger, row, this.#strip(ledger, native));
      return;
    }
    this.profiler.addRow(native);
    if (isGatewayRow(field, native)) this.#logRow(field, row, native);
    else if (field === 'payments')
      this.#addUnpacked(field, row, this.#strip(field, addWalletQuota(native, this.#own)));
    else this.#addUnpacked(field, row, this.#strip(field, native));
  }

  #detect(field: SourceField, row: NativeObject): void {
    if (field === 'logs' && hasSignature(row, this.#own)) this.#gateways.add(this.#own.id);
    else if (field === 'logs')
      for (const connector of connectors) if (hasSignature(row, connector)) this.#gateways.add(connector.id);
    for (const { name, signatures = [] } of this.#unseenForks)
      if (hasAnySignature(row, signatures)) {
        this.#forks.add(name);
        this.#unseenForks = this.#unseenForks.filter((fork) => fork.name !== name);
      }
  }

  #logRow(field: SourceField, row: number, native: NativeObject): void {
    const isOwn = field === 'logs';
    this.#detect(field, native);
    const gateway = isOwn ? this.#own : detectGateway(native, connectors, this.#own);
    this.profiler.addLogRow(native, gateway, isOwn);
    const reason = explainForeignRow(field, native, gateway);
    if (reason !== undefined) {
      const line = { field, source: this.#source.source, row, native };
      this.#rejected.push(describeRejection(line, [reason], this.#settings));
      return;
    }
    if (this.#plain.addIfPlain(row, native, gateway)) return;
    if (isOwn && findWalletKind(native, gateway)) this.#plain.units.addFree(native);
    const { quotaPerUnit } = this.#settings;
    // Convert an amount that is only in the row's text to quota here, because the next line removes texts.
    const priced = quotaPerUnit === undefined ? native : withQuotaFromText(native, gateway, quotaPerUnit);
    this.#addUnpacked(field, row, this.#filter(this.#strip(field, priced), gateway));
  }

  /** Filters a log row. A row without a request id is returned whole, because it is named after its content. */
  #filter(row: NativeObject, gateway: Connector): NativeObject {
    if (!gateway.log.fields.requestId?.at.some((key) => !isAbsent(row[key]))) return row;
    const filter = this.#filters.get(gateway.id) ?? buildRowFilter('logs', gateway, connectors);
    this.#filters.set(gateway.id, filter);
    const { channelId } = row;
    return { ...filter(row), ...(channelId !== undefined && { channelId }) };
  }

  #strip(field: SourceField, row: NativeObject): NativeObject {
    return this.#strippers[field].strip(row) as NativeObject;
  }

  #addUnpacked(field: SourceField, row: number, native: NativeObject): void {
    this.#unpacked.push({ field, source: this.#source.source, row, native });
  }

  columns(file: OpenFile): SourceColumns {
    const [sales, charges, unpacked] = [this.#sales, this.#charges, this.#unpacked];
    sales.trim();
    charges.trim();
    const billed = unpacked.filter(({ field }) => field === 'upstreamCharges').map(({ native }) => native);
    const isNonUsage = billed.length > 0 && charges.length === 0 && billed.every(isNonUsageRow);
    return {
      sales,
      charges,
      unpacked,
      rejected: this.#rejected,
      rows: this.#rows,
      stripped: [...this.#strippers[this.#source.field].droppedCounts()],
      detectedGateways: [...this.#gateways],
      forks: [...this.#forks],
      profile: this.profiler.result(file, this.#source.mapping !== undefined),
      units: this.#plain.units.evidence,
      fields: [...new Set(unpacked.map((row) => row.field))],
      isBilled: billed.some((native) => findUsageReport(native) === undefined && !isLogRow(native)),
      ...(isNonUsage && { nonUsageSums: sumCosts(billed) }),
    };
  }
}

/**
 * Reads a file in one pass. Ordinary log rows become numbers and ids in columns; all other rows stay objects, without
 * prohibited fields. Rows that cannot be read are listed as rejected. Throws a Rejection if the file as a whole cannot
 * be read.
 * @param onBatch called with the rows of each batch before they are mapped
 */
export async function readSource(
  source: Source,
  bytes: AsyncIterable<Uint8Array>,
  settings: RunSettings,
  onBatch?: (batch: Batch) => void,
): Promise<SourceColumns> {
  const { location, mapping } = source;
  const opened = await openFile({ name: location, bytes }, settings.isPartial, mapping);
  const file = onBatch ? { ...opened, batches: () => watchBatches(opened.batches(), onBatch) } : opened;
  return readOpenFile(source, file, settings);
}

/** Reads an opened file like `readSource`. */
export async function readOpenFile(
  source: Source,
  file: OpenFile,
  settings: RunSettings,
): Promise<SourceColumns> {
  const reader = new RowReader(source, settings, findAddedFields(source, file.format.columns, settings));
  for await (const batch of readBatches(source, file, reader.profiler)) reader.add(batch);
  return reader.columns(file);
}

async function* watchBatches(
  batches: AsyncIterable<Batch>,
  onBatch: (batch: Batch) => void,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    onBatch(batch);
    yield batch;
  }
}

/**
 * Builds a cache key for the result of `readSource`, from all settings that it uses, and the profile of an earlier
 * reading. If two keys for a file are equal, the file does not need to be read again. Throws like `readSource`.
 */
export const buildReadingKey = (
  { isTable, columns }: RowProfile,
  source: Source,
  settings: RunSettings,
): string => {
  const { connector, quotaPerUnit, currency, forks, isSlow, prices } = settings;
  const { field, mapping, channel, quotaPerUnit: ownUnit, currency: ownCurrency, factor } = source;
  const terms = findAddedFields(source, isTable ? columns : undefined, settings);
  return JSON.stringify([
    [field, mapping, channel, ownUnit, ownCurrency, factor, terms],
    // The reading depends only on whether prices are configured, not on their values.
    [connector, quotaPerUnit, currency, forks, isSlow, prices !== undefined],
  ]);
};

/**
 * Gives a file another number in all its rows. Changes the columns in place; use only the returned value afterwards.
 */
export function renumberSource(columns: SourceColumns, source: number): SourceColumns {
  for (const { table } of [columns.sales, columns.charges]) table.columns.source.fill(source);
  const renumber = <T extends { readonly source: number }>(rows: readonly T[]): T[] =>
    rows.map((row) => ({ ...row, source }));
  return {
    ...columns,
    unpacked: renumber(columns.unpacked),
    rejected: renumber(columns.rejected),
  };
}
