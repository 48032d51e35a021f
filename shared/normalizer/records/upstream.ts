import { parseInstant } from '../../civil-time.ts';
import type { Connector } from '../../gateways/connector.ts';
import { BILL, ENDS_AT, OF_CHANNEL, UPSTREAM_REQUEST_ID } from '../../gateways/vocabulary.ts';
import { UNASSIGNED } from '../../log-facts.ts';
import { type UpstreamRecord, upstreamRecordSchema } from '../../schemas/reconciliation-input.ts';
import type { Sentence } from '../../sentence.ts';
import { readEndColumn, readSpanEnd } from '../bills/bill-span.ts';
import { readReportedUsage, readTokenKind } from '../bills/bill-tokens.ts';
import { dropOutdatedRows, readProviderCharge } from '../bills/provider-charge.ts';
import { findChargeBill, findUsageReport } from '../bills/recognize-bill.ts';
import type { ExportContext, IndexedRecord } from '../export-context.ts';
import { decoders } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { buildQuotaConverter, type QuotaConverter } from '../fields/quota-converter.ts';
import { FieldProblem, RowProblem } from '../fields/row-problem.ts';
import { detectGateway, withForkDialect } from '../intake/dialect.ts';
import { type IndexedRow, isLogRow, type NativeObject } from '../intake/native.ts';
import { type LinkCandidate, LinkResolver } from '../logs/links.ts';
import { type LogGroup, readLogGroups } from '../logs/log-group.ts';
import type { LogRow } from '../logs/log-row.ts';
import { isAdjustment } from '../logs/task-join.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { readCanonicalRecord } from './canonical.ts';
import { readGenericBill } from './generic-bill.ts';
import { computeRowMoney } from './row-money.ts';

const NEEDS_FACTOR: Sentence = {
  en: 'has amounts without the multiplier of your account, which is not in the file. Multiply the amounts, and read the file with a mapping',
  zh: '中的金额还没有乘以账户倍率，文件里也没有倍率。请先乘以倍率，再用列映射读取',
};

interface BillRowFacts {
  readonly meter?: NonNullable<ReturnType<typeof readTokenKind>>;
  /** End of the time that the row bills, exclusive, in milliseconds since 1970. */
  readonly endsAt?: number;
  /** Decimals to which the provider rounded the amount of this row. */
  readonly decimals?: number;
  /** The row names no model: its cost is that of all requests of its channel. */
  readonly isOfChannel?: true;
}

/** An upstream charge before it is linked to the local request that caused it. */
export interface UnlinkedCharge {
  readonly index: number;
  /** Record with the upstream's own `requestId`. */
  readonly record: UpstreamRecord;
  /** A canonical record, which already contains the local request id. */
  readonly isCanonical?: true;
  /** A canonical record of a file, whose request id may be the upstream's. */
  readonly mayBeUpstreamId?: true;
  /** A violation fee, which the upstream charges as the local gateway does. */
  readonly isFee?: true;
  /** Of a kind for which no gateway stores the upstream id. */
  readonly isUntraced?: true;
  /** Has quota without its own unit, so that the unit of the payload applies. */
  readonly isInRunUnit?: true;
  readonly line?: BillRowFacts;
}

/** Returns the unit of a row: its own, which callers add for an upstream with a different unit, otherwise the payload's. */
function requireUnit(row: LogRow, { quotaPerUnit, hasConfiguredUnit }: ExportContext, outcomes: RowOutcomes) {
  if (row.ownUnit === undefined && !hasConfiguredUnit?.(row.index)) outcomes.note('upstreamPerUnit');
  const unit = row.ownUnit ?? quotaPerUnit;
  if (unit !== undefined) return unit;
  throw new FieldProblem('quota', {
    en: 'needs quotaPerUnit, or quota_per_unit in the row',
    zh: '需要设置每单位额度（quotaPerUnit），或在行中写明 quota_per_unit',
  });
}

/** Adds the local channel that buys from this upstream, which a caller may add to any row. */
function withChannel(record: UpstreamRecord, { channelId }: NativeObject): UpstreamRecord {
  const channel = record.channelId ?? decoders.id(channelId, 'channelId');
  return channel === undefined ? record : { ...record, channelId: channel };
}

/** Converts an upstream log row, without the upstream's own channel, user and token, and without random request ids. */
function toLogRecord(row: LogRow, group: LogGroup, converter: QuotaConverter | undefined): UpstreamRecord {
  const { requestId, model, currency, tokens } = row;
  const { status, gross, refund } = computeRowMoney(row, group, converter);
  const isRandom =
    row.kind === 'refund' || (row.taskId !== undefined && isAdjustment(row, group.connector.log));
  // Without a row id, use the request id that the upstream logged: it differs for each attempt of a local request.
  const native = requestId === undefined ? undefined : `${group.connector.id}:${requestId}`;
  return omitUndefined({
    requestId: isRandom ? undefined : requestId,
    upstreamId: group.ids.buildRowId(row) ?? native,
    occurredAt: new Date(row.occurredAt).toISOString(),
    model,
    status,
    costAmount: gross,
    refundAmount: refund,
    currency,
    tokens,
  });
}

/** Returns whether a row is of a kind (Midjourney, realtime) for which the local gateway stores no upstream id. */
export const isUntraced = ({ model, snapshot }: LogRow, { log }: Connector): boolean =>
  log.untracedModels?.some((prefix) => model.startsWith(prefix)) === true ||
  (log.snapshotKeys !== undefined && snapshot?.flag(log.snapshotKeys.session) === true);

function toLogCharge(row: LogRow, group: LogGroup, converter: QuotaConverter | undefined): UnlinkedCharge {
  const { snapshotKeys: keys } = group.connector.log;
  return {
    index: row.index,
    record: withChannel(toLogRecord(row, group, converter), row.native),
    ...(keys !== undefined && row.snapshot?.flag(keys.violation) && { isFee: true }),
    ...(isUntraced(row, group.connector) && { isUntraced: true }),
    ...(row.quota !== undefined && row.ownUnit === undefined && { isInRunUnit: true }),
  };
}

function readLogCharges(
  entries: readonly IndexedRow[],
  dialect: Connector,
  context: ExportContext,
  outcomes: RowOutcomes,
): UnlinkedCharge[] {
  const { survey, quotaPerUnit, consumedElsewhere } = context;
  const units = new Map<number, QuotaConverter>();
  const perOf = (row: LogRow) => {
    if (row.quota === undefined) return undefined;
    const unit = requireUnit(row, context, outcomes);
    const converter = units.get(unit) ?? buildQuotaConverter(unit, outcomes);
    units.set(unit, converter);
    return converter;
  };
  const connector = withForkDialect(dialect, survey.forks.upstreamCharges);
  const reading = {
    connector,
    areIdsUnique: survey.uniqueUpstreams.has(dialect.id),
    quotaPerUnit,
    isConsumedElsewhere: consumedElsewhere?.upstreamCharges,
  };
  return readLogGroups(entries, reading, outcomes).flatMap((group) =>
    group.rows.flatMap((row) => outcomes.attempt(row, () => toLogCharge(row, group, perOf(row))) ?? []),
  );
}

/** Reads a canonical record. A record with only the upstream's request id is linked later. */
function readCanonicalRow({ index, native }: Pick<IndexedRow, 'index' | 'native'>): UnlinkedCharge {
  const { [UPSTREAM_REQUEST_ID]: upstreamRequestId, ...canonical } = native;
  const { tokens = {}, ...charge } = readCanonicalRecord(upstreamRecordSchema, canonical);
  // Drop an empty token object, so that rows with and without it are equal.
  const record = Object.keys(tokens).length === 0 ? charge : { ...charge, tokens };
  const requestId = decoders.id(upstreamRequestId, UPSTREAM_REQUEST_ID);
  return record.requestId || requestId === undefined
    ? { index, record, isCanonical: true }
    : { index, record: { ...record, requestId } };
}

const NO_CHANNEL: Sentence = {
  en: 'does not name a model. Set "channel" of the file, in the settings or in a mapping, to the channel that buys from this provider. The amount then counts as a cost of that channel',
  zh: '没有写明模型。请填写从该上游采购的渠道（设置中该文件的 "channel"，或列映射），金额会计入该渠道的成本',
};

/** Reads a canonical record of a mapping or of settings, with the facts that they add to it. */
function readMappedRow({ index, native: row }: IndexedRow): UnlinkedCharge {
  const { [ENDS_AT]: end, [OF_CHANNEL]: isOfChannel, ...native } = row;
  const charge = readCanonicalRow({ index, native });
  if (isOfChannel && charge.record.channelId === undefined) throw new RowProblem([{ sentence: NO_CHANNEL }]);
  const mayBeUpstreamId = charge.isCanonical && ({ mayBeUpstreamId: true } as const);
  const line: BillRowFacts = {
    ...(typeof end === 'string' && { endsAt: parseInstant(end) }),
    ...(isOfChannel === true && { isOfChannel }),
  };
  return { ...charge, ...mayBeUpstreamId, ...(Object.keys(line).length > 0 && { line }) };
}

/** Reads a bill row, of a known provider or not. Returns `undefined` for a row without usage. */
function readBillRow(
  { index, native }: IndexedRow,
  outcomes: RowOutcomes,
  takesFacts: true | undefined,
): UnlinkedCharge | undefined {
  const bill = findChargeBill(native);
  if (bill?.needsFactor && !takesFacts) throw new RowProblem([{ sentence: NEEDS_FACTOR }]);
  const read = bill ? readProviderCharge(native, bill, outcomes) : readGenericBill(native, outcomes);
  if (read === undefined) return undefined;
  const record = withChannel(read, native);
  const start = parseInstant(record.occurredAt);
  const line = omitUndefined({
    meter: bill && readTokenKind(native, bill),
    endsAt: bill ? readSpanEnd(native, bill, start) : readEndColumn(native, BILL.end, start),
    decimals: bill?.decimals,
  });
  if (!takesFacts || !bill?.namesNoModel?.includes(record.model)) return { index, record, line };
  if (record.channelId === undefined) throw new RowProblem([{ sentence: NO_CHANNEL, lacksSetting: true }]);
  return { index, record: { ...record, model: UNASSIGNED }, line: { ...line, isOfChannel: true } };
}

/** Reads a row that is not a log row. Returns `undefined` for a row without usage, or of a usage report that is taken. */
function readRow(entry: IndexedRow, outcomes: RowOutcomes, { takeUsage, takesFacts }: ExportContext) {
  const { native } = entry;
  const report = takeUsage && findUsageReport(native);
  if (report) {
    takeUsage(readReportedUsage(native, report, outcomes));
    return undefined;
  }
  if (native.costAmount === undefined) return readBillRow(entry, outcomes, takesFacts);
  return takesFacts ? readMappedRow(entry) : readCanonicalRow(entry);
}

/**
 * Reads the rows of `upstreamCharges`: charges in the API's own format, log rows of upstream gateways, and bills.
 * @param entries rows; of each gateway, user and model, all log rows or none
 */
export function readUpstreamCharges(
  entries: readonly IndexedRow[],
  context: ExportContext,
  outcomes: RowOutcomes,
): UnlinkedCharge[] {
  const { logs = [], bills = [] } = Object.groupBy(entries, ({ native }) =>
    isLogRow(native) ? 'logs' : 'bills',
  );
  const byDialect = Map.groupBy(logs, ({ native }) =>
    detectGateway(native, context.connectors, context.connector),
  );
  return [
    ...dropOutdatedRows(bills, outcomes).flatMap(
      (entry) => outcomes.attempt(entry, () => readRow(entry, outcomes, context)) ?? [],
    ),
    ...[...byDialect].flatMap(([dialect, rows]) => readLogCharges(rows, dialect, context, outcomes)),
  ];
}

/** An upstream charge with the facts that the local log adds. */
export interface LinkedCharge
  extends IndexedRecord<UpstreamRecord>,
    Pick<UnlinkedCharge, 'isInRunUnit' | 'line'> {
  /** Local channel of its request, if the row itself names none. */
  readonly loggedChannelId?: string;
}

/** Returns the record of a charge, by default with the logged channel, which the reply of the API does not contain. */
export const withLoggedChannel = ({ record, loggedChannelId }: LinkedCharge): UpstreamRecord =>
  loggedChannelId === undefined ? record : { ...record, channelId: loggedChannelId };

function linkCharge(
  { record: { requestId: ownId, ...record }, ...charge }: UnlinkedCharge,
  links: LinkResolver,
  outcomes: RowOutcomes,
): LinkedCharge {
  const failed = record.status === 'failed' && Number(record.costAmount) === 0;
  const { requestId, channelId, note, mayBeReturned } = links.resolve(ownId, { ...charge, failed });
  if (note && note !== 'linkUnknown') outcomes.note(note);
  if (ownId !== undefined && note !== 'untraced') outcomes.link(record.channelId, note !== 'linkUnknown');
  // Keep `success` if the local charge may have been refunded as well: a refund by only the provider would be wrong.
  const outcome =
    mayBeReturned && record.status === 'refunded' ? { ...record, status: 'success' as const } : record;
  return {
    index: charge.index,
    record: requestId === undefined ? outcome : { requestId, ...outcome },
    ...(channelId !== undefined && record.channelId === undefined && { loggedChannelId: channelId }),
    ...(charge.line && { line: charge.line }),
    ...(charge.isInRunUnit && { isInRunUnit: true }),
  };
}

/**
 * Sets the request id of each upstream charge to that of the local request that caused it, and counts the results.
 * Charges in the API's own format stay unchanged, unless they contain only the request id of the upstream. In a file,
 * the log decides whose id theirs is: an id that is only an upstream id in the log is the upstream's.
 * @param candidates possible links between upstream request ids and local requests, from the local log
 */
export function linkUpstreamCharges(
  charges: readonly UnlinkedCharge[],
  candidates: readonly LinkCandidate[],
  outcomes: RowOutcomes,
): LinkedCharge[] {
  const links = new LinkResolver(candidates);
  return charges.map((charge) => {
    const { index, record, line } = charge;
    outcomes.noteDigits(record.costAmount, record.refundAmount);
    const isLocal = !(charge.mayBeUpstreamId && links.isUpstreamOnly(record.requestId));
    return charge.isCanonical && isLocal
      ? { index, record, ...(line && { line }) }
      : linkCharge(charge, links, outcomes);
  });
}
