import type { Connector } from '../../gateways/connector.ts';
import { tryReadField } from '../fields/codecs.ts';
import type { Entry, Native } from '../intake/native.ts';
import type { Account } from '../rejections-and-notes.ts';
import { type ClassifiedRow, classify, hasMoney } from './classify.ts';
import { isRecorded, type LogRow, readLogRow } from './log-row.ts';
import { dropRetriedAttempts } from './retries.ts';
import { RowNames } from './row-names.ts';
import { isReturn, joinByQuota, joinByTaskId, type TaskJoin } from './task-join.ts';

/** The log rows of one gateway, one user and one model, read: what becomes a record, and what belongs together. */
export interface LogGroup {
  readonly connector: Connector;
  /** Every row and what it is, skipped ones too. */
  readonly classified: readonly ClassifiedRow[];
  /** Rows that become a record each. */
  readonly rows: readonly LogRow[];
  /** The refund and settlement rows that were joined to a charge. */
  readonly adjustmentsOf: (charge: LogRow) => readonly LogRow[];
  readonly possiblyReturned: TaskJoin['possiblyReturned'];
  readonly names: RowNames;
}

/** User and model of a row. Attempts, refunds, settlements, overlaps and repeated names never cross them. */
const groupKeyOf = ({ native }: Entry, { log: { fields } }: Connector): string =>
  JSON.stringify([tryReadField(native, fields.userId), tryReadField(native, fields.model) ?? 'unknown']);

/** What is known about all log rows of one gateway. */
export interface LogReading {
  readonly connector: Connector;
  /** Whether the row ids of the whole ledger identify its rows. */
  readonly areIdsUnique: boolean;
  /** quotaPerUnit of rows that state none of their own. */
  readonly quotaPerUnit: number | undefined;
  /**
   * Whether a plain consume row, which is read elsewhere, has the request id of a failed attempt or a tool call; of an
   * attempt, its user and model, too. Absent if all rows are here.
   */
  readonly isConsumedElsewhere?:
    | ((requestId: string, row: Native, connector: Connector, kind: 'error' | 'tool') => boolean)
    | undefined;
}

/** The rows of one group: what each is, and those that become a record or change one. */
function readGroup(entries: readonly Entry[], reading: LogReading, account: Account) {
  const { connector, isConsumedElsewhere } = reading;
  const classified = classify(entries, connector, account);
  const apart =
    isConsumedElsewhere && ((id: string, row: Native) => isConsumedElsewhere(id, row, connector, 'error'));
  const live = dropRetriedAttempts(classified, connector, account, apart).flatMap((entry) => {
    const { kind } = entry;
    if (!isRecorded(kind)) return [];
    const row = account.attempt(entry, () => readLogRow(entry, kind, connector));
    return row ? [row] : [];
  });
  return { classified, live };
}

/** Finds tool calls whose quota is contained in the charge of their request. */
function findToolsInCharge(
  rows: readonly LogRow[],
  { connector, isConsumedElsewhere }: LogReading,
): Set<LogRow> {
  const tools = rows.filter(({ kind, requestId }) => kind === 'tool' && requestId !== undefined);
  if (tools.length === 0) return new Set();
  const charged = new Set(rows.filter(({ kind }) => kind === 'consume').map(({ requestId }) => requestId));
  return new Set(
    tools.filter(
      ({ requestId = '', native }) =>
        charged.has(requestId) || isConsumedElsewhere?.(requestId, native, connector, 'tool'),
    ),
  );
}

/**
 * The log rows of one gateway, group by group: what each row is, and which attempts, refunds and settlements fold
 * into which request.
 */
export function readLogGroups(entries: readonly Entry[], reading: LogReading, account: Account): LogGroup[] {
  const { connector, areIdsUnique, quotaPerUnit } = reading;
  const grouped = Map.groupBy(entries, (entry) => groupKeyOf(entry, connector)).values();
  const groups = [...grouped].map((group) => readGroup(group, reading, account));
  const all = groups.flatMap(({ live }) => live);
  const byTaskId = joinByTaskId(all, connector, quotaPerUnit);
  const inCharge = findToolsInCharge(all, reading);
  const joined = new Set([...byTaskId.values()].flat());
  return groups.map(({ classified, live }) => {
    const byQuota = joinByQuota(
      live.filter((row) => !joined.has(row)),
      connector,
      quotaPerUnit,
    );
    for (const row of [...byQuota.adjustmentsOf.values()].flat()) joined.add(row);
    const rows = live.filter((row) => {
      if (inCharge.has(row)) {
        account.skip('toolInCharge');
        account.note('toolInCharge');
        return false;
      }
      if (row.kind === 'error' && hasMoney(row.native, connector.log)) account.note('errorQuota');
      const isJoined = joined.has(row);
      if (isJoined) account.skip(isReturn(row) ? 'refundJoined' : 'settlementJoined');
      else if (row.kind === 'refund') account.note('refundAlone');
      return !isJoined;
    });
    const { possiblyReturned } = byQuota;
    const adjustmentsOf = (row: LogRow) => byTaskId.get(row) ?? byQuota.adjustmentsOf.get(row) ?? [];
    const names = new RowNames(connector, areIdsUnique);
    return { connector, classified, rows, adjustmentsOf, possiblyReturned, names };
  });
}
