import type { Connector } from '../../gateways/connector.ts';
import { UPSTREAM_REQUEST_ID } from '../../gateways/vocabulary.ts';
import {
  type Tokens,
  type UpstreamRecord,
  upstreamRecordSchema,
} from '../../schemas/reconciliation-input.ts';
import { meteredKind, readReportedUsage } from '../bills/bill-tokens.ts';
import { dropOutdatedRows } from '../bills/outdated-rows.ts';
import { readProviderCharge } from '../bills/provider-charge.ts';
import { findChargeBill, findUsageReport } from '../bills/recognize-bill.ts';
import type { ExportContext, IndexedRecord } from '../export-context.ts';
import { decoders } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { buildQuotaConverter, type QuotaConverter } from '../fields/quota-converter.ts';
import { FieldProblem } from '../fields/row-problem.ts';
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

/** An upstream charge before it is known which local request caused it. */
export interface UpstreamDraft {
  readonly index: number;
  /** Its `requestId` is still the upstream's own. */
  readonly record: UpstreamRecord;
  /** A canonical record states the local request already. */
  readonly isCanonical?: true;
  /** A fee for a violation, which the upstream charges as the local gateway does. */
  readonly isFee?: true;
  /** Of a kind whose upstream id no gateway stores. */
  readonly isUntraced?: true;
  /** A row of quota that states no unit, so it is divided by the one of the payload. */
  readonly isInRunUnit?: true;
  /** The kind of tokens that a line of a bill is about, which no field of a record holds. */
  readonly meter?: keyof Tokens;
}

/** Which quotaPerUnit divides a row: its own, which callers add for an upstream with another one, or the payload's. */
function requireUnit(row: LogRow, payload: number | undefined, account: Account): number {
  if (row.ownUnit === undefined) account.note('upstreamPerUnit');
  const unit = row.ownUnit ?? payload;
  if (unit !== undefined) return unit;
  throw new FieldProblem('quota', {
    en: 'needs quotaPerUnit in the payload, or quota_per_unit in the row',
    zh: '需要设置每单位额度（quotaPerUnit），或在行中给出 quota_per_unit',
  });
}

/** The local channel that buys from this upstream, which a caller may add to any row. */
function withChannel(record: UpstreamRecord, { channelId }: Native): UpstreamRecord {
  const channel = record.channelId ?? decoders.id(channelId, 'channelId');
  return channel === undefined ? record : { ...record, channelId: channel };
}

/**
 * A log row of the upstream gateway as a record. Its channel, user and token are the upstream's numbers, and
 * random or missing request ids are left out: an invented one would only look like a missing partner.
 */
function toLogRecord(row: LogRow, group: LogGroup, per: QuotaConverter | undefined): UpstreamRecord {
  const { requestId, model, currency, tokens } = row;
  const { status, gross, refund } = computeRowMoney(row, group, per);
  const isRandom =
    row.kind === 'refund' || (row.taskId !== undefined && isAdjustment(row, group.connector.log));
  // Attempts of one request keep different names at the upstream, which the join to the local one would hide.
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

/** Of a kind whose upstream id the gateway before it does not store. */
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

/** Log rows of one upstream gateway. */
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

/** No counts are no tokens: rows that differ in nothing else are the same row. */
function readCanonicalCharge(native: Native): UpstreamRecord {
  const { tokens, ...record } = readCanonicalRecord(upstreamRecordSchema, native);
  return tokens === undefined || Object.keys(tokens).length === 0 ? record : { ...record, tokens };
}

/** A canonical record; one that names its request only as the upstream does waits for its link. */
function readCanonicalDraft({ index, native }: Pick<Entry, 'index' | 'native'>): UpstreamDraft {
  if (native[UPSTREAM_REQUEST_ID] === undefined)
    return { index, record: readCanonicalCharge(native), isCanonical: true };
  const { [UPSTREAM_REQUEST_ID]: name, ...own } = native;
  const record = readCanonicalCharge(own);
  const requestId = decoders.id(name, UPSTREAM_REQUEST_ID);
  return record.requestId || requestId === undefined
    ? { index, record, isCanonical: true }
    : { index, record: { ...record, requestId } };
}

/**
 * A canonical record or a provider's bill: each stands for itself. None for a row of a bill that is no usage, nor for
 * counts without money, which stand beside the records where somebody takes them.
 */
function readRowDraft(
  { index, native }: Entry,
  account: Account,
  take: ExportContext['takeUsage'],
): UpstreamDraft | undefined {
  const report = take && findUsageReport(native);
  if (take && report) {
    take(readReportedUsage(native, report, account));
    return undefined;
  }
  if (native.costAmount !== undefined) return readCanonicalDraft({ index, native });
  const bill = findChargeBill(native);
  const record = bill ? readProviderCharge(native, bill, account) : readGenericBill(native, account);
  const meter = bill && meteredKind(native, bill);
  return record && { index, record: withChannel(record, native), ...(meter && { meter }) };
}

/**
 * The rows of a part's `upstreamCharges`, each as what it is: a canonical record, a log row, or a bill. A part holds
 * all log rows of one gateway of the users and models that it holds any of.
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
      (entry) => account.attempt(entry, () => readRowDraft(entry, account, context.takeUsage)) ?? [],
    ),
    ...[...byDialect].flatMap(([dialect, rows]) => readLogDrafts(rows, dialect, context, account)),
  ];
}

/** An upstream charge, and what the local log says about it. */
export interface LinkedCharge extends IndexedRecord<UpstreamRecord>, Pick<UpstreamDraft, 'isInRunUnit'> {
  /** The local channel that its request was sent through, where the row itself names none: a fact beside the record. */
  readonly loggedChannelId?: string;
  /** The kind of tokens that a line of a bill is about: another. */
  readonly meter?: keyof Tokens;
}

/**
 * A charge under the channel that the local log ties it to, where its row names none: for doors that report on the
 * caller's own machine. The API's reply keeps what its rows say.
 */
export const withLoggedChannel = ({ record, loggedChannelId }: LinkedCharge): UpstreamRecord =>
  loggedChannelId === undefined ? record : { ...record, channelId: loggedChannelId };

/** The record under the local name of its request, where the local ledger knows it. */
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
  // Whether the local charge was returned, too, nobody can say; as refunded, this row would claim that it was not.
  const kept =
    mayBeReturned && record.status === 'refunded' ? { ...record, status: 'success' as const } : record;
  return {
    index: draft.index,
    record: requestId === undefined ? kept : { requestId, ...kept },
    ...(channelId === undefined || record.channelId !== undefined ? {} : { loggedChannelId: channelId }),
    ...(draft.meter && { meter: draft.meter }),
    ...(draft.isInRunUnit && { isInRunUnit: true }),
  };
}

/**
 * Upstream charges under the local names of their requests.
 * @param facts all links of the upstream request ids that the drafts carry
 */
export function linkUpstreamCharges(
  drafts: readonly UpstreamDraft[],
  facts: readonly LinkCandidate[],
  account: Account,
): LinkedCharge[] {
  const links = new Links(facts);
  return drafts.map((draft) => {
    account.noteDigits(draft.record.costAmount, draft.record.refundAmount);
    return draft.isCanonical
      ? { index: draft.index, record: draft.record }
      : linkDraft(draft, links, account);
  });
}
