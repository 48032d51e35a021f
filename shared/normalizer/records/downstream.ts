import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
import type { Account } from '../account.ts';
import type { PerUnit } from '../fields/per-unit.ts';
import type { LogLedger } from '../logs/log-ledger.ts';
import type { LogRow } from '../logs/log-row.ts';
import { expectedQuota } from '../price/expected-quota.ts';
import type { Channels } from './channels.ts';
import { chargeOf } from './charge.ts';

/** Refunds and settlements of a task are named after it: the request id in their row is random. */
const taskName = ({ kind, taskId, quota, stated }: LogRow): string | undefined => {
  if (taskId === undefined || kind === 'error') return undefined;
  return kind === 'refund' || stated?.negative || (quota ?? 0) < 0
    ? `task:${taskId}:refund`
    : `task:${taskId}`;
};

/** What is worth a note about a row that becomes a record. */
function note(row: LogRow, { connector }: LogLedger, account: Account): void {
  const keys = connector.log.snapshotKeys;
  if (keys === undefined || row.kind !== 'consume' || row.snapshot === undefined) return;
  if (row.snapshot.text(keys.source.key) === keys.source.subscription) account.note('subscription');
  if (row.snapshot.flag(keys.violation)) account.note('violationFee');
}

/** One record of `downstreamUsage` for each row, and the name of its request. */
export function downstreamRecord(
  row: LogRow,
  ledger: LogLedger,
  channels: Channels,
  per: PerUnit | undefined,
  account: Account,
): DownstreamRecord {
  const charge = chargeOf(row, ledger.refundOf.get(row), per);
  const { userId, tokenId, currency, tokens } = row;
  const channelId = channels.idOf(row.channelId, row.channelName, account);
  const expected = expectedQuota(row, ledger.connector, per, account);
  note(row, ledger, account);
  return {
    requestId: taskName(row) ?? row.requestId ?? ledger.identity.requestName(row, account),
    occurredAt: new Date(row.occurredAt).toISOString(),
    ...(userId === undefined ? {} : { userId }),
    ...(tokenId === undefined ? {} : { tokenId }),
    model: row.model,
    ...(channelId === undefined ? {} : { channelId }),
    status: charge.status,
    chargedAmount: charge.gross,
    ...(charge.refund === undefined ? {} : { refundAmount: charge.refund }),
    ...(expected === undefined || per === undefined ? {} : { expectedCharge: per.amount(expected) }),
    ...(currency === undefined ? {} : { currency }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}
