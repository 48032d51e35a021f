import type { Connector } from '../../gateways/connector.ts';
import { type LogFacts, mergeLogFacts, type Purchase, type RequestDetails } from '../../log-facts.ts';
import { Rejection } from '../../rejections.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
import { makeSentence, prefixPlace, textIn } from '../../sentence.ts';
import type { Account } from '../account.ts';
import type { ExportContext, Placed } from '../context.ts';
import { defined } from '../fields/defined.ts';
import { type PerUnit, perUnit } from '../fields/per-unit.ts';
import { asWritten } from '../intake/dialect.ts';
import type { Entry } from '../intake/native.ts';
import { groupFacts, purchaseOf, saleFact } from '../logs/facts.ts';
import { type LinkFact, linkFacts } from '../logs/links.ts';
import { type LogGroup, readLogGroups } from '../logs/log-group.ts';
import type { LogRow } from '../logs/log-row.ts';
import { isAdjustment, isReturn } from '../logs/task-join.ts';
import { expectedQuota } from '../price/expected-quota.ts';
import { identify } from '../survey/row-ids.ts';
import { UnitCounter, type UnitMarks } from '../survey/unit-marks.ts';
import { chargeOf } from './charge.ts';

/** A name after its task for a refund or settlement that was joined to no charge: the request id in its row is random. */
const taskName = (row: LogRow, { connector }: LogGroup): string | undefined => {
  if (row.taskId === undefined || !isAdjustment(row, connector.log)) return undefined;
  return isReturn(row) ? `task:${row.taskId}:refund` : `task:${row.taskId}`;
};

/** What is worth a note about a row that becomes a record. */
function note(row: LogRow, { connector }: LogGroup, account: Account): void {
  const keys = connector.log.snapshotKeys;
  if (keys === undefined || row.kind !== 'consume' || row.snapshot === undefined) return;
  if (row.snapshot.text(keys.source.key) === keys.source.subscription) account.note('subscription');
  if (row.snapshot.flag(keys.violation)) account.note('violationFee');
}

/** What the row should have cost by its own prices; a settlement is priced by more than either row says. */
function expectedOf(row: LogRow, group: LogGroup, per: PerUnit | undefined, account: Account) {
  if (group.adjustmentsOf(row).every(isReturn)) return expectedQuota(row, group.connector, per, account);
  account.note('settled');
  return undefined;
}

function downstreamRecord(
  row: LogRow,
  group: LogGroup,
  { channels }: ExportContext,
  per: PerUnit | undefined,
  account: Account,
): DownstreamRecord {
  const { status, gross, refund } = chargeOf(row, group, per);
  const { userId, tokenId, model, currency, tokens } = row;
  const channelId = channels.idOf(row.channelId, row.channelName, account);
  const expected = expectedOf(row, group, per, account);
  note(row, group, account);
  account.noteDigits(row.stated?.amount);
  return defined({
    requestId: taskName(row, group) ?? row.requestId ?? group.names.requestName(row, account),
    occurredAt: new Date(row.occurredAt).toISOString(),
    userId,
    tokenId,
    model,
    channelId,
    status,
    chargedAmount: gross,
    refundAmount: refund,
    expectedCharge: expected === undefined ? undefined : per?.amount(expected),
    currency,
    tokens,
  });
}

/** Quota means nothing without the deployment's own quotaPerUnit, and no default is assumed. */
function requireUnit(groups: readonly LogGroup[], { connector, quotaPerUnit }: ExportContext): void {
  if (quotaPerUnit !== undefined) return;
  let first = Number.POSITIVE_INFINITY;
  for (const { rows } of groups)
    for (const { quota, index } of rows) if (quota !== undefined) first = Math.min(first, index);
  if (!Number.isFinite(first)) return;
  const row = `logs[${first}]`;
  const { en, zh } = makeSentence((language) =>
    textIn(connector.quotaPerUnitAt ?? 'GET /api/status, data.quota_per_unit', language),
  );
  throw new Rejection(
    'invalid_request',
    {
      en: 'The rows carry quota, and quotaPerUnit is missing.',
      zh: '记录以额度计，却没有给出每单位额度（quotaPerUnit）。',
    },
    [
      prefixPlace('quotaPerUnit', {
        en: `is required, because ${row} carries quota and no amount of money; read it at the gateway: ${en}`,
        zh: `必填，因为 ${row} 只有额度、没有金额；请在网关读取：${zh}`,
      }),
    ],
  );
}

/**
 * Log rows as records of `downstreamUsage`: all rows of each user and model among them.
 * @throws Rejection `invalid_request` where rows carry quota and the caller gave no quotaPerUnit
 */
export function downstreamUsage(entries: readonly Entry[], context: ExportContext, account: Account) {
  const { quotaPerUnit, survey, apart } = context;
  const connector = asWritten(context.connector, survey.forks.logs);
  const isConsumedApart = apart?.logs;
  const reading = { connector, identify: identify(survey.logIds), quotaPerUnit, isConsumedApart };
  const groups = readLogGroups(entries, reading, account);
  requireUnit(groups, context);
  const per = quotaPerUnit === undefined ? undefined : perUnit(quotaPerUnit, account);
  const records: Placed<DownstreamRecord>[] = [];
  const links: LinkFact[] = [];
  const kept: [row: LogRow, connector: Connector][] = [];
  for (const group of groups) {
    const nameOf = new Map<LogRow, string>();
    for (const row of group.rows) {
      const record = account.attempt(row, () => downstreamRecord(row, group, context, per, account));
      if (record === undefined) continue;
      nameOf.set(row, record.requestId);
      kept.push([row, group.connector]);
      records.push({ index: row.index, record });
    }
    for (const fact of linkFacts(group, nameOf)) links.push(fact);
  }
  const byIndex = <T>(said: (row: LogRow, connector: Connector) => T | undefined): Map<number, T> =>
    new Map(
      kept.flatMap(([row, own]): [number, T][] => {
        const fact = said(row, own);
        return fact === undefined ? [] : [[row.index, fact]];
      }),
    );
  return {
    records,
    /** What the rows say about the upstream gateway's ids. */
    links,
    /** What else they say that no record has a field for: made when asked for, because the API does not ask. */
    facts: (): LogFacts => mergeLogFacts(groups.map(groupFacts)),
    /** What they say of their requests, by their index. */
    sales: () => byIndex<RequestDetails>(saleFact),
    /** What they say of what was bought. */
    purchases: () => byIndex<Purchase>((row, own) => purchaseOf(row, own, quotaPerUnit)),
    /** What they say about the quota per unit. */
    units: (): UnitMarks => {
      const counter = new UnitCounter();
      for (const [row, own] of kept) counter.charge(row, own);
      return counter.marks;
    },
  };
}

/** The local ledger of a part. */
export type DownstreamUsage = Readonly<ReturnType<typeof downstreamUsage>>;
