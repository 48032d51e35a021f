import type { Connector } from '../../gateways/connector.ts';
import { tryReadField } from '../fields/codecs.ts';
import { type IndexedRow, type NativeObject, toCanonicalText } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { type ClassifiedRow, classifyRows, hasMoney } from './classify.ts';
import { IdBuilder } from './id-builder.ts';
import { isRecorded, type LogRow, readLogRow } from './log-row.ts';
import { isReturn, joinByQuota, joinByTaskId, type TaskJoin } from './task-join.ts';

/** Log rows of one gateway, user and model: those that become records, and refunds and settlements of these. */
export interface LogGroup {
  readonly connector: Connector;
  /** Every row and its kind, including skipped rows. */
  readonly classified: readonly ClassifiedRow[];
  readonly rows: readonly LogRow[];
  /** Returns the refund and settlement rows that belong to a charge. */
  readonly adjustmentsOf: (charge: LogRow) => readonly LogRow[];
  /** Charges that a refund may belong to, if several charges match the refund. */
  readonly possiblyReturned: TaskJoin['possiblyReturned'];
  /** Builds the ids of rows, and request ids of rows without a request id. */
  readonly ids: IdBuilder;
}

/** Key of user and model. Attempts, refunds, settlements and repeated names never cross it. */
const groupKeyOf = ({ native }: IndexedRow, { log: { fields } }: Connector): string =>
  JSON.stringify([tryReadField(native, fields.userId), tryReadField(native, fields.model) ?? 'unknown']);

/** Settings with which the log rows of one gateway are read. */
export interface LogReading {
  readonly connector: Connector;
  /** Whether row ids are unique in the whole ledger. */
  readonly areIdsUnique: boolean;
  /** `quotaPerUnit` of rows that contain none themselves. */
  readonly quotaPerUnit: number | undefined;
  /**
   * Returns whether a charge outside of this export has the request id of `row`: for a failed attempt (`error`), a charge
   * of the same user and model; for a tool call (`tool`), any charge. Absent if the export contains all rows.
   */
  readonly isConsumedElsewhere?:
    | ((requestId: string, row: NativeObject, connector: Connector, kind: 'error' | 'tool') => boolean)
    | undefined;
}

interface Attempt {
  readonly row: ClassifiedRow;
  readonly requestId: string;
  readonly time: number;
  readonly id: number;
}

const isLater = (a: Attempt, b: Attempt): boolean => {
  if (a.time !== b.time) return a.time > b.time;
  if (a.id !== b.id) return a.id > b.id;
  return toCanonicalText(a.row.native) > toCanonicalText(b.row.native);
};

/**
 * Drops the error rows of attempts that were retried, and counts and notes them. If a request was charged in the end,
 * all its error rows are dropped; otherwise all but the latest. Dropped rows are never validated, so a time that cannot
 * be read counts as the earliest.
 */
function dropRetriedAttempts(
  rows: readonly ClassifiedRow[],
  { connector, isConsumedElsewhere }: LogReading,
  outcomes: RowOutcomes,
): ClassifiedRow[] {
  const { fields } = connector.log;
  const requestIdOf = ({ native }: ClassifiedRow) => tryReadField(native, fields.requestId);
  const consumed = new Set(rows.filter(({ kind }) => kind === 'consume').map(requestIdOf));
  const latestAttempts = new Map<string, Attempt>();
  for (const row of rows) {
    const requestId = row.kind === 'error' ? requestIdOf(row) : undefined;
    if (requestId === undefined) continue;
    // Call this for every error row, even if its request is already in `consumed`: the call also marks the charge as retried.
    if (isConsumedElsewhere?.(requestId, row.native, connector, 'error')) consumed.add(requestId);
    if (consumed.has(requestId)) continue;
    const [time, id] = [tryReadField(row.native, fields.occurredAt), tryReadField(row.native, fields.rowId)];
    const attempt = { row, requestId, time: time ?? -1, id: typeof id === 'number' ? id : 0 };
    const latest = latestAttempts.get(requestId);
    if (latest === undefined || isLater(attempt, latest)) latestAttempts.set(requestId, attempt);
  }
  return rows.filter((row) => {
    const requestId = row.kind === 'error' ? requestIdOf(row) : undefined;
    if (requestId === undefined || latestAttempts.get(requestId)?.row === row) return true;
    outcomes.skip('retriedAttempt');
    outcomes.note('retriedAttempt');
    return false;
  });
}

/** Classifies the rows of one group, and reads those that become or adjust a record. */
function readGroup(entries: readonly IndexedRow[], reading: LogReading, outcomes: RowOutcomes) {
  const { connector } = reading;
  const classified = classifyRows(entries, connector, outcomes);
  const live = dropRetriedAttempts(classified, reading, outcomes).flatMap((entry) => {
    const { kind } = entry;
    if (!isRecorded(kind)) return [];
    return outcomes.attempt(entry, () => readLogRow(entry, kind, connector)) ?? [];
  });
  return { classified, live };
}

/** Finds tool calls whose quota is part of the charge of their request. */
function findToolsInCharge(rows: readonly LogRow[], { connector, isConsumedElsewhere }: LogReading) {
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

/** Reads the log rows of one gateway by user and model. Drops retried attempts, and joins refunds and settlements. */
export function readLogGroups(
  entries: readonly IndexedRow[],
  reading: LogReading,
  outcomes: RowOutcomes,
): LogGroup[] {
  const { connector, areIdsUnique, quotaPerUnit } = reading;
  const grouped = Map.groupBy(entries, (entry) => groupKeyOf(entry, connector)).values();
  const groups = [...grouped].map((group) => readGroup(group, reading, outcomes));
  const all = groups.flatMap(({ live }) => live);
  const byTaskId = joinByTaskId(all, connector, quotaPerUnit);
  const inCharge = findToolsInCharge(all, reading);
  const joined = new Set([...byTaskId.values()].flat());
  return groups.map(({ classified, live }) => {
    const open = live.filter((row) => !joined.has(row));
    const byQuota = joinByQuota(open, connector, quotaPerUnit);
    for (const row of [...byQuota.adjustmentsOf.values()].flat()) joined.add(row);
    const rows = live.filter((row) => {
      if (inCharge.has(row)) {
        outcomes.skip('toolInCharge');
        outcomes.note('toolInCharge');
        return false;
      }
      if (row.kind === 'error' && hasMoney(row.native, connector.log)) outcomes.note('errorQuota');
      const isJoined = joined.has(row);
      if (isJoined) outcomes.skip(isReturn(row) ? 'refundJoined' : 'settlementJoined');
      else if (row.kind === 'refund') outcomes.note('refundAlone');
      return !isJoined;
    });
    const { possiblyReturned } = byQuota;
    const adjustmentsOf = (row: LogRow) => byTaskId.get(row) ?? byQuota.adjustmentsOf.get(row) ?? [];
    const ids = new IdBuilder(connector, areIdsUnique);
    return { connector, classified, rows, adjustmentsOf, possiblyReturned, ids };
  });
}
