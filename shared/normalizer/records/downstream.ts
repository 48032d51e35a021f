import type { Connector } from '../../gateways/connector.ts';
import type { LogFacts, Purchase, RequestDetails } from '../../log-facts.ts';
import { divide, toDecimal } from '../../money/money.ts';
import { Rejection } from '../../rejections.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
import { makeSentence, textIn, withPrefix } from '../../sentence.ts';
import type { ExportContext, IndexedRecord } from '../export-context.ts';
import { tryReadField } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { buildQuotaConverter, type QuotaConverter } from '../fields/quota-converter.ts';
import { findWalletKind, withForkDialect } from '../intake/dialect.ts';
import type { IndexedRow } from '../intake/native.ts';
import { UnitCounter, type UnitEvidence } from '../log-survey/unit-evidence.ts';
import { type LinkCandidate, listLinkCandidates } from '../logs/links.ts';
import { collectFacts, readPurchase, readRequestDetails } from '../logs/log-details.ts';
import { type LogGroup, readLogGroups } from '../logs/log-group.ts';
import { isRecorded, type LogRow } from '../logs/log-row.ts';
import { isAdjustment, isReturn } from '../logs/task-join.ts';
import { computeExpectedQuota } from '../price/expected-quota.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { mergeLogFacts } from './merge-log-facts.ts';
import { computeRowMoney } from './row-money.ts';

/** Names an unjoined refund or settlement after its task, because the request id of such a row is random. */
const nameFromTask = (row: LogRow, { connector }: LogGroup): string | undefined => {
  if (row.taskId === undefined || !isAdjustment(row, connector.log)) return undefined;
  return isReturn(row) ? `task:${row.taskId}:refund` : `task:${row.taskId}`;
};

function noteRow(row: LogRow, { connector }: LogGroup, outcomes: RowOutcomes): void {
  const keys = connector.log.snapshotKeys;
  if (keys === undefined || row.kind !== 'consume' || row.snapshot === undefined) return;
  if (row.snapshot.text(keys.source.key) === keys.source.subscription) outcomes.note('subscription');
  if (row.snapshot.flag(keys.violation)) outcomes.note('violationFee');
}

/** Computes the expected quota of a row; `undefined` with a note for a settled task, whose price is in no row. */
function computeExpected(
  row: LogRow,
  group: LogGroup,
  converter: QuotaConverter | undefined,
  outcomes: RowOutcomes,
) {
  if (group.adjustmentsOf(row).every(isReturn))
    return computeExpectedQuota(row, group.connector, converter, outcomes);
  outcomes.note('settled');
  return undefined;
}

function toDownstreamRecord(
  row: LogRow,
  group: LogGroup,
  { channels }: ExportContext,
  converter: QuotaConverter | undefined,
  outcomes: RowOutcomes,
): DownstreamRecord {
  const { status, gross, refund } = computeRowMoney(row, group, converter);
  const { userId, tokenId, model, currency, tokens } = row;
  const channelId = channels.findId(row.channelId, row.channelName, outcomes);
  const expected = computeExpected(row, group, converter, outcomes);
  noteRow(row, group, outcomes);
  outcomes.noteDigits(row.money?.amount);
  return omitUndefined({
    requestId: nameFromTask(row, group) ?? row.requestId ?? group.ids.buildRequestId(row, outcomes),
    occurredAt: new Date(row.occurredAt).toISOString(),
    userId,
    tokenId,
    model,
    channelId,
    status,
    chargedAmount: gross,
    refundAmount: refund,
    expectedCharge: expected === undefined ? undefined : converter?.amount(expected),
    currency,
    tokens,
  });
}

/** Refuses rows with quota if `quotaPerUnit` is missing; no default is assumed. */
function requireUnit(groups: readonly LogGroup[], { connector, quotaPerUnit }: ExportContext): void {
  const inQuota = groups.flatMap(({ rows }) => rows.filter(({ quota }) => quota !== undefined));
  if (quotaPerUnit !== undefined || inQuota.length === 0) return;
  const row = `logs[${inQuota.reduce((first, { index }) => Math.min(first, index), Number.POSITIVE_INFINITY)}]`;
  const { en, zh } = makeSentence((language) =>
    textIn(connector.quotaPerUnitAt ?? 'GET /api/status, data.quota_per_unit', language),
  );
  throw new Rejection(
    'invalid_request',
    {
      en: 'The rows have quota, but quotaPerUnit is missing.',
      zh: '记录以额度计，却没有提供每单位额度（quotaPerUnit）。',
    },
    [
      withPrefix('quotaPerUnit', {
        en: `is required, because ${row} has quota but no amount of money. Read it from the gateway: ${en}`,
        zh: `必填，因为 ${row} 只有额度、没有金额。请在网关查看：${zh}`,
      }),
    ],
  );
}

/** Notes credits without a payment: from texts of rows, or the quota of such rows if the gateway has no snapshots. */
function noteGrantedCredits(
  { classified, connector }: LogGroup,
  { quotaPerUnit, currency }: ExportContext,
  outcomes: RowOutcomes,
): void {
  if (quotaPerUnit === undefined) return;
  const { snapshot, quota } = connector.log.fields;
  for (const { native, kind } of classified) {
    const granted =
      snapshot !== undefined
        ? !isRecorded(kind) && tryReadField(native, snapshot)?.granted_quota
        : findWalletKind(native, connector) && tryReadField(native, quota);
    if (typeof granted === 'number' && Number.isSafeInteger(granted) && granted > 0)
      outcomes.noteSum('grantedCredit', divide(toDecimal(granted), toDecimal(quotaPerUnit)), currency);
  }
}

/**
 * Reads log rows into records of `downstreamUsage`. Returns the records, and data of the rows for which a record has no
 * field; most of it is computed only on demand. Throws a `Rejection` if rows have quota and `quotaPerUnit` is missing.
 * @param entries log rows; of each user and model, all rows or none
 */
export function readDownstreamUsage(
  entries: readonly IndexedRow[],
  context: ExportContext,
  outcomes: RowOutcomes,
) {
  const { quotaPerUnit, survey, consumedElsewhere } = context;
  const connector = withForkDialect(context.connector, survey.forks.logs);
  const isConsumedElsewhere = consumedElsewhere?.logs;
  const reading = { connector, areIdsUnique: survey.areLogIdsUnique, quotaPerUnit, isConsumedElsewhere };
  const groups = readLogGroups(entries, reading, outcomes);
  requireUnit(groups, context);
  for (const group of groups) noteGrantedCredits(group, context, outcomes);
  const converter = quotaPerUnit === undefined ? undefined : buildQuotaConverter(quotaPerUnit, outcomes);
  const records: IndexedRecord<DownstreamRecord>[] = [];
  const links: LinkCandidate[] = [];
  const recordedRows: [row: LogRow, connector: Connector][] = [];
  for (const group of groups) {
    const nameOf = new Map<LogRow, string>();
    for (const row of group.rows) {
      const record = outcomes.attempt(row, () =>
        toDownstreamRecord(row, group, context, converter, outcomes),
      );
      if (record === undefined) continue;
      nameOf.set(row, record.requestId);
      recordedRows.push([row, group.connector]);
      records.push({ index: row.index, record });
    }
    for (const value of listLinkCandidates(group, nameOf)) links.push(value);
  }
  const byIndex = <T>(read: (row: LogRow, connector: Connector) => T | undefined): Map<number, T> =>
    new Map(
      recordedRows.flatMap(([row, dialect]): [number, T][] => {
        const value = read(row, dialect);
        return value === undefined ? [] : [[row.index, value]];
      }),
    );
  return {
    records,
    links,
    /** Collects prices and text-only refunds, which have no field in a record. */
    facts: (): LogFacts => mergeLogFacts(groups.map(collectFacts)),
    sales: () => byIndex<RequestDetails>(readRequestDetails),
    purchases: () => byIndex<Purchase>((row, dialect) => readPurchase(row, dialect, quotaPerUnit)),
    units: (): UnitEvidence => {
      const counter = new UnitCounter();
      for (const [row, dialect] of recordedRows) counter.addCharge(row, dialect);
      return counter.evidence;
    },
  };
}

/** Result of `readDownstreamUsage`: records, candidates for links, and facts about the log. */
export type DownstreamUsage = Readonly<ReturnType<typeof readDownstreamUsage>>;
