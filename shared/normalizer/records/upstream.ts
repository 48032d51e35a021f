import type { ChargeBill } from '../../bills/bill.ts';
import type { Connector } from '../../gateways/connector.ts';
import { BILL, ENDS_AT, OF_CHANNEL, UPSTREAM_REQUEST_ID } from '../../gateways/vocabulary.ts';
import { parseInstant } from '../../instant.ts';
import { UNASSIGNED } from '../../log-facts.ts';
import {
  type Tokens,
  type UpstreamRecord,
  upstreamRecordSchema,
} from '../../schemas/reconciliation-input.ts';
import type { Sentence } from '../../sentence.ts';
import { readEndColumn, spanEnd } from '../bills/bill-span.ts';
import { meteredKind, readReportedUsage } from '../bills/bill-tokens.ts';
import { dropOutdatedRows } from '../bills/outdated-rows.ts';
import { readProviderCharge } from '../bills/provider-charge.ts';
import { findChargeBill, findUsageReport } from '../bills/recognize-bill.ts';
import type { ExportContext, IndexedRecord } from '../export-context.ts';
import { decoders } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { buildQuotaConverter, type QuotaConverter } from '../fields/quota-converter.ts';
import { FieldProblem, RowProblem } from '../fields/row-problem.ts';
import { detectGateway, withForkDialect } from '../intake/dialect.ts';
import { type Entry, isLogRow, type Native } from '../intake/native.ts';
import { areIdsUnique } from '../log-survey/row-ids.ts';
import { type LinkCandidate, Links } from '../logs/links.ts';
import { type LogGroup, readLogGroups } from '../logs/log-group.ts';
import type { LogRow } from '../logs/log-row.ts';
import { isAdjustment } from '../logs/task-join.ts';
import type { Account } from '../rejections-and-notes.ts';
import { readCanonicalRecord } from './canonical.ts';
import { readGenericBill } from './generic-bill.ts';
import { computeRowMoney } from './row-money.ts';

const NEEDS_FACTOR: Sentence = {
  en: 'has amounts before the multiplier of the account, which no column contains. Multiply the amounts, and read the file with a mapping',
  zh: '中的金额还没有乘以账户倍率，文件里也没有倍率。请先乘以倍率，再用列映射读取',
};

/** What a row of a bill says that no field of a record holds. */
interface LineFacts {
  /** The kind of tokens that it is about. */
  readonly meter?: keyof Tokens;
  /** When that ends which it bills, exclusive, in milliseconds since 1970. */
  readonly endsAt?: number;
  /** Decimals to which its amount was rounded by itself. */
  readonly decimals?: number;
  /** It names no model: its cost is that of all requests of its channel. */
  readonly isOfChannel?: true;
}

/** An upstream charge before it is linked to the local request that caused it. */
export interface UpstreamDraft {
  readonly index: number;
  /** Record with the upstream's own `requestId`. */
  readonly record: UpstreamRecord;
  /** A canonical record, which already contains the local request id. */
  readonly isCanonical?: true;
  /** A violation fee, which the upstream charges as the local gateway does. */
  readonly isFee?: true;
  /** Of a kind for which no gateway stores the upstream id. */
  readonly isUntraced?: true;
  /** Has quota without its own unit, so that the unit of the payload applies. */
  readonly isInRunUnit?: true;
  readonly line?: LineFacts;
}

/** Returns the unit of a row: its own, which callers add for an upstream with a different unit, otherwise the payload's. */
function requireUnit(row: LogRow, payload: number | undefined, account: Account): number {
  if (row.ownUnit === undefined) account.note('upstreamPerUnit');
  const unit = row.ownUnit ?? payload;
  if (unit !== undefined) return unit;
  throw new FieldProblem('quota', {
    en: 'needs quotaPerUnit, or quota_per_unit in the row',
    zh: '需要设置每单位额度（quotaPerUnit），或在行中写明 quota_per_unit',
  });
}

/** Adds the local channel that buys from this upstream, which a caller may add to any row. */
function withChannel(record: UpstreamRecord, { channelId }: Native): UpstreamRecord {
  const channel = record.channelId ?? decoders.id(channelId, 'channelId');
  return channel === undefined ? record : { ...record, channelId: channel };
}

/**
 * Converts a log row of the upstream gateway to a record. Leaves out channel, user and token, which are the
 * upstream's, and random or missing request ids, which would look like missing partners.
 */
function toLogRecord(row: LogRow, group: LogGroup, per: QuotaConverter | undefined): UpstreamRecord {
  const { requestId, model, currency, tokens } = row;
  const { status, gross, refund } = computeRowMoney(row, group, per);
  const isRandom =
    row.kind === 'refund' || (row.taskId !== undefined && isAdjustment(row, group.connector.log));
  // Use the upstream's request id as charge id: attempts of one request differ in it, and the link to the local
  // request would hide that.
  const native = requestId === undefined ? undefined : `${group.connector.id}:${requestId}`;
  return omitUndefined({
    requestId: isRandom ? undefined : requestId,
    upstreamId: group.names.rowName(row) ?? native,
    occurredAt: new Date(row.occurredAt).toISOString(),
    model,
    status,
    costAmount: gross,
    refundAmount: refund,
    currency,
    tokens,
  });
}

/** Returns whether a row is of a kind for which the downstream gateway does not store the upstream id. */
export const isUntraced = ({ model, snapshot }: LogRow, { log }: Connector): boolean =>
  log.untracedModels?.some((prefix) => model.startsWith(prefix)) === true ||
  (log.snapshotKeys !== undefined && snapshot?.flag(log.snapshotKeys.session) === true);

function toLogDraft(row: LogRow, group: LogGroup, per: QuotaConverter | undefined): UpstreamDraft {
  const { snapshotKeys: keys } = group.connector.log;
  return {
    index: row.index,
    record: withChannel(toLogRecord(row, group, per), row.native),
    ...(keys !== undefined && row.snapshot?.flag(keys.violation) ? { isFee: true } : {}),
    ...(isUntraced(row, group.connector) ? { isUntraced: true } : {}),
    ...(row.quota !== undefined && row.ownUnit === undefined ? { isInRunUnit: true } : {}),
  };
}

/** Reads the log rows of one upstream gateway. */
function readLogDrafts(
  entries: readonly Entry[],
  dialect: Connector,
  { survey, quotaPerUnit, consumedElsewhere }: ExportContext,
  account: Account,
): UpstreamDraft[] {
  const ids = new Map(survey.upstreamIds).get(dialect.id);
  const units = new Map<number, QuotaConverter>();
  const perOf = (row: LogRow): QuotaConverter | undefined => {
    if (row.quota === undefined) return undefined;
    const unit = requireUnit(row, quotaPerUnit, account);
    const per = units.get(unit) ?? buildQuotaConverter(unit, account);
    units.set(unit, per);
    return per;
  };
  const connector = withForkDialect(dialect, survey.forks.upstreamCharges);
  const reading = {
    connector,
    areIdsUnique: ids !== undefined && areIdsUnique(ids),
    quotaPerUnit,
    isConsumedElsewhere: consumedElsewhere?.upstreamCharges,
  };
  return readLogGroups(entries, reading, account).flatMap((group) =>
    group.rows.flatMap((row) => account.attempt(row, () => toLogDraft(row, group, perOf(row))) ?? []),
  );
}

/** Reads a canonical charge. Drops an empty token object, so that rows with and without it are equal. */
function readCanonicalCharge(native: Native): UpstreamRecord {
  const { tokens, ...record } = readCanonicalRecord(upstreamRecordSchema, native);
  return tokens === undefined || Object.keys(tokens).length === 0 ? record : { ...record, tokens };
}

/** Reads a canonical record. A record with only the upstream's request id is linked later. */
function readCanonicalDraft({ index, native }: Pick<Entry, 'index' | 'native'>): UpstreamDraft {
  if (native[UPSTREAM_REQUEST_ID] === undefined)
    return { index, record: readCanonicalCharge(native), isCanonical: true };
  const { [UPSTREAM_REQUEST_ID]: name, ...canonical } = native;
  const record = readCanonicalCharge(canonical);
  const requestId = decoders.id(name, UPSTREAM_REQUEST_ID);
  return record.requestId || requestId === undefined
    ? { index, record, isCanonical: true }
    : { index, record: { ...record, requestId } };
}

const NO_CHANNEL: Sentence = {
  en: 'names no model. State the channel that buys there, for the file in the settings ("channel") or in a mapping: its cost is then that of the channel',
  zh: '没有写明模型。请写明从该上游采购的渠道（在设置中为该文件填写 "channel"，或写在列映射中），金额即算作该渠道的成本',
};

/** @throws RowProblem if a charge that names no model names no channel either */
function requireChannel({ channelId }: UpstreamRecord): void {
  if (channelId === undefined) throw new RowProblem([{ sentence: NO_CHANNEL }]);
}

function genericFacts(native: Native, start: number): LineFacts | undefined {
  const end = readEndColumn(native, BILL.end, start);
  return end === undefined ? undefined : { endsAt: end };
}

function lineFacts(native: Native, bill: ChargeBill, start: number): LineFacts {
  return omitUndefined({
    meter: meteredKind(native, bill),
    endsAt: spanEnd(native, bill, start),
    decimals: bill.decimals,
  });
}

/**
 * Reads a canonical record or a bill row. Returns `undefined` for bill rows without usage, and for rows of usage
 * reports, which go to `take`.
 */
function readRowDraft(
  { index, native }: Entry,
  account: Account,
  { takeUsage: take, takesFacts }: Pick<ExportContext, 'takeUsage' | 'takesFacts'>,
): UpstreamDraft | undefined {
  const report = take && findUsageReport(native);
  if (take && report) {
    take(readReportedUsage(native, report, account));
    return undefined;
  }
  if (native.costAmount !== undefined) {
    if (!takesFacts) return readCanonicalDraft({ index, native });
    const { [ENDS_AT]: end, [OF_CHANNEL]: isOfChannel, ...own } = native;
    const draft = readCanonicalDraft({ index, native: own });
    if (isOfChannel) requireChannel(draft.record);
    const line: LineFacts = {
      ...(typeof end === 'string' && { endsAt: parseInstant(end) }),
      ...(isOfChannel === true && { isOfChannel: true as const }),
    };
    return Object.keys(line).length > 0 ? { ...draft, line } : draft;
  }
  const bill = findChargeBill(native);
  if (bill?.needsFactor && !takesFacts) throw new RowProblem([{ sentence: NEEDS_FACTOR }]);
  const record = bill ? readProviderCharge(native, bill, account) : readGenericBill(native, account);
  if (record === undefined) return undefined;
  const start = parseInstant(record.occurredAt);
  const line = bill ? lineFacts(native, bill, start) : genericFacts(native, start);
  const own = withChannel(record, native);
  if (!takesFacts || !bill?.namesNoModel?.includes(own.model))
    return { index, record: own, ...(line && { line }) };
  if (own.channelId === undefined) throw new RowProblem([{ sentence: NO_CHANNEL, lacksSetting: true }]);
  return { index, record: { ...own, model: UNASSIGNED }, line: { ...line, isOfChannel: true } };
}

/**
 * Reads the rows of `upstreamCharges`: canonical records, log rows and bills. `entries` must contain all log rows of
 * each of their gateways, users and models.
 */
export function readUpstreamDrafts(
  entries: readonly Entry[],
  context: ExportContext,
  account: Account,
): UpstreamDraft[] {
  const { logs = [], others = [] } = Object.groupBy(entries, ({ native }) =>
    isLogRow(native) ? 'logs' : 'others',
  );
  const byDialect = Map.groupBy(logs, ({ native }) =>
    detectGateway(native, context.connectors, context.connector),
  );
  return [
    ...dropOutdatedRows(others, account).flatMap(
      (entry) => account.attempt(entry, () => readRowDraft(entry, account, context)) ?? [],
    ),
    ...[...byDialect].flatMap(([dialect, rows]) => readLogDrafts(rows, dialect, context, account)),
  ];
}

/** An upstream charge with the facts that the local log adds. */
export interface LinkedCharge
  extends IndexedRecord<UpstreamRecord>,
    Pick<UpstreamDraft, 'isInRunUnit' | 'line'> {
  /** Local channel of its request, if the row itself names none. */
  readonly loggedChannelId?: string;
}

/**
 * Adds the channel from the local log to a charge without one: for reports of files. The reply of the API contains
 * only the row's own channel.
 */
export const withLoggedChannel = ({ record, loggedChannelId }: LinkedCharge): UpstreamRecord =>
  loggedChannelId === undefined ? record : { ...record, channelId: loggedChannelId };

/** Links a draft to its local request, and counts the result. */
function linkDraft(
  { record: native, ...draft }: UpstreamDraft,
  links: Links,
  account: Account,
): LinkedCharge {
  const { requestId: ownId, ...record } = native;
  const failed = record.status === 'failed' && Number(record.costAmount) === 0;
  const { requestId, channelId, note, mayBeReturned } = links.resolve(ownId, { ...draft, failed });
  if (note && note !== 'linkUnknown') account.note(note);
  if (ownId !== undefined && note !== 'untraced') account.link(record.channelId, note !== 'linkUnknown');
  // The local charge may have been refunded as well, so do not call this row refunded: that would claim that the
  // customer was not.
  const outcome =
    mayBeReturned && record.status === 'refunded' ? { ...record, status: 'success' as const } : record;
  return {
    index: draft.index,
    record: requestId === undefined ? outcome : { requestId, ...outcome },
    ...(channelId === undefined || record.channelId !== undefined ? {} : { loggedChannelId: channelId }),
    ...(draft.line && { line: draft.line }),
    ...(draft.isInRunUnit && { isInRunUnit: true }),
  };
}

/**
 * Links drafts to their local requests.
 * @param candidates all link candidates for the request ids of the drafts
 */
export function linkUpstreamCharges(
  drafts: readonly UpstreamDraft[],
  candidates: readonly LinkCandidate[],
  account: Account,
): LinkedCharge[] {
  const links = new Links(candidates);
  return drafts.map((draft) => {
    account.noteDigits(draft.record.costAmount, draft.record.refundAmount);
    return draft.isCanonical
      ? { index: draft.index, record: draft.record, ...(draft.line && { line: draft.line }) }
      : linkDraft(draft, links, account);
  });
}
