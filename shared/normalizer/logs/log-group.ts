import type { Connector } from '../../connectors/connector.ts';
import type { Account } from '../account.ts';
import { glimpse } from '../fields/codecs.ts';
import type { Entry, Native } from '../intake/native.ts';
import { type Classified, carriesMoney, classify } from './classify.ts';
import { isRecorded, type LogRow, readLogRow } from './log-row.ts';
import { withoutRetried } from './retries.ts';
import { RowNames } from './row-names.ts';
import { joinTasks, type TaskJoin } from './task-join.ts';

/** The log rows of one gateway, one user and one model, read: what becomes a record, and what belongs together. */
export interface LogGroup extends TaskJoin {
  readonly connector: Connector;
  /** Every row and what it is, skipped ones too. */
  readonly classified: readonly Classified[];
  /** Rows that become a record each. */
  readonly rows: readonly LogRow[];
  readonly names: RowNames;
}

/** User and model of a row. Attempts, refunds, settlements, overlaps and repeated names never cross them. */
export const groupKeyOf = ({ native }: Entry, { log: { fields } }: Connector): string =>
  JSON.stringify([glimpse(native, fields.userId), glimpse(native, fields.model) ?? 'unknown']);

/** What is known about all log rows of one gateway. */
export interface LogReading {
  readonly connector: Connector;
  /** Whether the row ids of the whole ledger identify its rows. */
  readonly identify: boolean;
  /** quotaPerUnit of rows that state none of their own. */
  readonly quotaPerUnit: number | undefined;
  /** See `withoutRetried`; absent where all rows are here. */
  readonly isConsumedApart?: ((requestId: string, row: Native, connector: Connector) => boolean) | undefined;
}

function readGroup(entries: readonly Entry[], reading: LogReading, account: Account): LogGroup {
  const { connector, identify, quotaPerUnit, isConsumedApart } = reading;
  const classified = classify(entries, connector, account);
  const apart = isConsumedApart && ((id: string, row: Native) => isConsumedApart(id, row, connector));
  const live = withoutRetried(classified, connector, account, apart).flatMap((entry) => {
    const { kind } = entry;
    if (!isRecorded(kind)) return [];
    const row = account.attempt(entry, () => readLogRow(entry, kind, connector));
    return row ? [row] : [];
  });
  const join = joinTasks(live, connector, quotaPerUnit);
  const [refunds, settlements] = [join.refundOf, join.settlementOf].map((map) => new Set(map.values()));
  const rows = live.filter((row) => {
    if (row.kind === 'error' && carriesMoney(row.native, connector.log)) account.note('errorQuota');
    const isRefund = refunds?.has(row);
    const isJoined = isRefund || settlements?.has(row);
    if (isJoined) account.skip(isRefund ? 'refundJoined' : 'settlementJoined');
    else if (row.kind === 'refund') account.note('refundAlone');
    return !isJoined;
  });
  return { connector, classified, rows, ...join, names: new RowNames(connector, identify) };
}

/**
 * The log rows of one gateway, group by group: what each row is, and which attempts, refunds and settlements fold
 * into which request.
 */
export function readLogGroups(entries: readonly Entry[], reading: LogReading, account: Account): LogGroup[] {
  const groups = Map.groupBy(entries, (entry) => groupKeyOf(entry, reading.connector));
  return [...groups.values()].map((group) => readGroup(group, reading, account));
}
