import type { Connector } from '../../gateways/connector.ts';
import type { LogRow } from './log-row.ts';

/** Refunds and settlements of tasks, by the charge that they adjust. */
export interface TaskJoin {
  /** Refund and settlement rows of each charge that has any. */
  readonly adjustmentsOf: ReadonlyMap<LogRow, readonly LogRow[]>;
  /** Charges of which one was refunded, but it is unknown which; their refunds stay separate records. */
  readonly possiblyReturned: ReadonlySet<LogRow>;
}

/** Returns whether a row gives money back to the customer: a refund, or a negative charge. */
export const isReturn = ({ kind, quota = 0, money }: LogRow): boolean =>
  kind === 'refund' || (kind === 'consume' && (money?.negative || quota < 0));

/** Returns whether a row adjusts a charge: a refund, or a settlement, whose snapshot keys no submission has. */
export const isAdjustment = (row: LogRow, { snapshotKeys }: Connector['log']): boolean =>
  isReturn(row) ||
  (row.kind === 'consume' && snapshotKeys?.adjustment.some((key) => row.snapshot?.has(key)) === true);

/** Returns whether a row is a charge that may be adjusted. Violation fees never are; rows with money lack a quota. */
const isSubmission = (row: LogRow, log: Connector['log']): boolean =>
  log.snapshotKeys !== undefined &&
  row.kind === 'consume' &&
  row.quota !== undefined &&
  !row.snapshot?.flag(log.snapshotKeys.violation) &&
  !isAdjustment(row, log);

/** Returns whether a charge without a task id may be adjusted: a task, or no model ratio (Midjourney, old rows). */
export function isAdjustableCharge(row: LogRow, log: Connector['log']): boolean {
  const { snapshotKeys: keys } = log;
  const { quota = 0, snapshot, taskId } = row;
  if (keys === undefined || taskId !== undefined || quota === 0 || !isSubmission(row, log)) return false;
  return snapshot === undefined || snapshot.flag(keys.isTask) || !snapshot.has(keys.ratio);
}

const isRefund = ({ kind, quota = 0 }: LogRow): boolean => kind === 'refund' && quota > 0;

const isSettlement = ({ kind, taskId, quota = 0, partOf }: LogRow): boolean =>
  kind === 'consume' && taskId !== undefined && partOf !== undefined && quota > 0;

/** Returns whether a row may adjust a charge: same token, or none (Midjourney in 2026-05), and not earlier. */
const fits = (later: LogRow, charge: LogRow): boolean =>
  (later.tokenId === undefined || later.tokenId === charge.tokenId) && later.occurredAt >= charge.occurredAt;

const byTime = (a: LogRow, b: LogRow): number => a.occurredAt - b.occurredAt;

/** Counts the rows at or after a time among the last two of rows sorted by time. */
const countLastFrom = (rows: readonly LogRow[] = [], time: number): number =>
  rows.slice(-2).filter(({ occurredAt }) => occurredAt >= time).length;

/**
 * Finds pairs of charge and later row in which each fits only the other. A later row fits every charge of its token
 * before it, so it is unambiguous only with the first charge, and a comparison with the first two charges is enough. In
 * the same way, the last two later rows of a token show whether a charge has only one.
 */
function findExactPairs(charges: readonly LogRow[], later: readonly LogRow[]): Map<LogRow, LogRow> {
  const chargesOf = Map.groupBy(charges, ({ tokenId }) => tokenId);
  const laterOf = Map.groupBy(later, ({ tokenId }) => tokenId);
  const hasOneLater = ({ tokenId, occurredAt }: LogRow): boolean =>
    [...new Set([tokenId, undefined])].reduce(
      (count, id) => count + countLastFrom(laterOf.get(id), occurredAt),
      0,
    ) === 1;
  const pairs = new Map<LogRow, LogRow>();
  for (const row of later) {
    const [first, second] = row.tokenId === undefined ? charges : (chargesOf.get(row.tokenId) ?? []);
    if (first === undefined || !fits(row, first) || (second !== undefined && fits(row, second))) continue;
    if (hasOneLater(first)) pairs.set(first, row);
  }
  return pairs;
}

/** Finds charges that one of these unjoined refunds fits. */
function findPossiblyReturned(charges: readonly LogRow[], refunds: readonly LogRow[]): LogRow[] {
  const last = new Map(refunds.map((row) => [row.tokenId, row.occurredAt]));
  const until = (tokenId: string | undefined): number => last.get(tokenId) ?? Number.NEGATIVE_INFINITY;
  return charges.filter(
    ({ tokenId, occurredAt }) => occurredAt <= Math.max(until(tokenId), until(undefined)),
  );
}

/** Key of rows that may belong together within user and model: same channel, amount and unit. */
function familyKey(row: LogRow, { log }: Connector, unit: number | undefined): string | undefined {
  const { channelId, quota, partOf, ownUnit } = row;
  if (!isAdjustableCharge(row, log) && !isRefund(row) && !isSettlement(row)) return undefined;
  return JSON.stringify([channelId, partOf ?? quota, ownUnit ?? unit]);
}

/**
 * Finds the refunds and settlements of each submitted task by the task id, which new-api logs since autumn 2026. Skips
 * task ids that several submissions have.
 * @param unit `quotaPerUnit` of rows that contain none themselves
 */
export function joinByTaskId(
  rows: readonly LogRow[],
  { log }: Connector,
  unit: number | undefined,
): TaskJoin['adjustmentsOf'] {
  const named = rows.filter(({ taskId }) => taskId !== undefined);
  const tasks = Map.groupBy(named, ({ taskId, ownUnit }) => JSON.stringify([taskId, ownUnit ?? unit]));
  return new Map(
    [...tasks.values()].flatMap((task): [LogRow, LogRow[]][] => {
      const [submission, second] = task.filter((row) => isSubmission(row, log));
      const adjustments = task.filter((row) => row.quota && isAdjustment(row, log));
      return submission && !second && adjustments.length > 0 ? [[submission, adjustments]] : [];
    }),
  );
}

/**
 * Joins refunds and settlements that have a task id to charges without one, as older versions of new-api logged them.
 * Joins them only if token, channel and quota leave exactly one pair. (The gateway uses its table of tasks,
 * `service/task_billing.go`, which exports do not contain.)
 * @param rows rows of one user and model that are not joined yet
 * @param unit `quotaPerUnit` of rows that contain none themselves
 */
export function joinByQuota(
  rows: readonly LogRow[],
  connector: Connector,
  unit: number | undefined,
): TaskJoin {
  const adjustmentsOf = new Map<LogRow, LogRow[]>();
  const possiblyReturned = new Set<LogRow>();
  for (const [key, family] of Map.groupBy(rows, (row) => familyKey(row, connector, unit))) {
    if (key === undefined || family.length === 1) continue;
    family.sort(byTime);
    const charges = family.filter((row) => isAdjustableCharge(row, connector.log));
    const refunds = family.filter(isRefund);
    const refundOf = findExactPairs(charges, refunds);
    const settlementOf = findExactPairs(charges, family.filter(isSettlement));
    for (const charge of charges) {
      const adjustments = [refundOf.get(charge), settlementOf.get(charge)].filter((row) => row !== undefined);
      if (adjustments.length > 0) adjustmentsOf.set(charge, adjustments);
    }
    const joined = new Set(refundOf.values());
    const alone = refunds.filter((row) => !joined.has(row));
    for (const charge of findPossiblyReturned(charges, alone)) possiblyReturned.add(charge);
  }
  return { adjustmentsOf, possiblyReturned };
}
