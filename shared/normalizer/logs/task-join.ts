import type { Connector } from '../../connectors/connector.ts';
import type { LogRow } from './log-row.ts';

/** What the refunds and settlements of one user and model say about its charges. */
export interface TaskJoin {
  /** The refund that was joined to a charge. */
  readonly refundOf: ReadonlyMap<LogRow, LogRow>;
  /** The settlement that was joined to a charge: what the task cost above its estimate. */
  readonly settlementOf: ReadonlyMap<LogRow, LogRow>;
  /** One of these charges was returned, but nobody can say which, so their refunds stay separate. */
  readonly doubtful: ReadonlySet<LogRow>;
}

/**
 * Charges that a later row may belong to: submitted tasks, and rows without a model ratio (Midjourney and old
 * versions). Fees for violations are never returned, settlements name their task themselves, and rows with stated
 * money join nothing.
 */
export const isCharge = (row: LogRow, { snapshotKeys }: Connector['log']): boolean =>
  snapshotKeys !== undefined &&
  row.kind === 'consume' &&
  row.taskId === undefined &&
  (row.quota ?? 0) > 0 &&
  !row.snapshot?.flag(snapshotKeys.violation) &&
  (row.snapshot === undefined ||
    row.snapshot.flag(snapshotKeys.isTask) ||
    !row.snapshot.has(snapshotKeys.ratio));

const isRefund = ({ kind, quota = 0 }: LogRow): boolean => kind === 'refund' && quota > 0;

const isSettlement = ({ kind, taskId, quota = 0, partOf }: LogRow): boolean =>
  kind === 'consume' && taskId !== undefined && partOf !== undefined && quota > 0;

/** A later row that names no token, as Midjourney's refunds of 2026-05, agrees with any. */
const fits = (later: LogRow, charge: LogRow): boolean =>
  (later.tokenId === undefined || later.tokenId === charge.tokenId) && later.occurredAt >= charge.occurredAt;

const byTime = (a: LogRow, b: LogRow): number => a.occurredAt - b.occurredAt;

/** Where in `rows`, sorted by time, those begin that are not earlier. */
function firstFrom(rows: readonly LogRow[], time: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as LogRow).occurredAt < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The pairs of a family in which each row fits no other. A later row that fits exactly one charge can only fit the
 * first of its token, because it fits every earlier one; so only firsts and seconds are compared, and the later rows
 * of a charge are counted by halving: a family may have as many rows as a ledger.
 */
function exactPairs(charges: readonly LogRow[], later: readonly LogRow[]): Map<LogRow, LogRow> {
  const chargesOf = Map.groupBy(charges, ({ tokenId }) => tokenId);
  const laterOf = Map.groupBy(later, ({ tokenId }) => tokenId);
  const countFrom = (tokenId: string | undefined, time: number): number => {
    const rows = laterOf.get(tokenId) ?? [];
    return rows.length - firstFrom(rows, time);
  };
  const isWanted = ({ tokenId, occurredAt }: LogRow): boolean =>
    countFrom(tokenId, occurredAt) + (tokenId === undefined ? 0 : countFrom(undefined, occurredAt)) === 1;
  const pairs = new Map<LogRow, LogRow>();
  for (const row of later) {
    const [first, second] = row.tokenId === undefined ? charges : (chargesOf.get(row.tokenId) ?? []);
    if (first === undefined || !fits(row, first) || (second !== undefined && fits(row, second))) continue;
    if (isWanted(first)) pairs.set(first, row);
  }
  return pairs;
}

/** Charges that a refund fits to which none was joined. */
function doubtfulOf(
  charges: readonly LogRow[],
  refunds: readonly LogRow[],
  refundOf: ReadonlyMap<LogRow, LogRow>,
) {
  const joined = new Set(refundOf.values());
  const alone = refunds.filter((row) => !joined.has(row));
  const last = new Map(alone.map((row) => [row.tokenId, row.occurredAt]));
  const until = (tokenId: string | undefined): number => last.get(tokenId) ?? Number.NEGATIVE_INFINITY;
  return charges.filter(
    ({ tokenId, occurredAt }) => occurredAt <= Math.max(until(tokenId), until(undefined)),
  );
}

/** What rows that may belong together are called among those of their user and model: one channel, amount and unit. */
export function familyKeyOf(row: LogRow, { log }: Connector, unit: number | undefined): string | undefined {
  const { channelId, quota, partOf, ownUnit } = row;
  if (isCharge(row, log)) return JSON.stringify([channelId, quota, ownUnit ?? unit]);
  return isRefund(row) || isSettlement(row)
    ? JSON.stringify([channelId, partOf ?? quota, ownUnit ?? unit])
    : undefined;
}

/**
 * Refund and settlement rows of tasks, and the charges that they belong to, where token, channel and quota leave
 * exactly one pair for both rows. The gateway itself joins them through its table of tasks, which no log row
 * carries (`service/task_billing.go`).
 * @param rows all rows of one user and model
 * @param unit quotaPerUnit of rows that state none of their own
 */
export function joinTasks(rows: readonly LogRow[], connector: Connector, unit: number | undefined): TaskJoin {
  const [refundOf, settlementOf] = [new Map<LogRow, LogRow>(), new Map<LogRow, LogRow>()];
  const doubtful = new Set<LogRow>();
  for (const [key, family] of Map.groupBy(rows, (row) => familyKeyOf(row, connector, unit))) {
    if (key === undefined || family.length === 1) continue;
    family.sort(byTime);
    const charges = family.filter((row) => isCharge(row, connector.log));
    const refunds = family.filter(isRefund);
    for (const [charge, refund] of exactPairs(charges, refunds)) refundOf.set(charge, refund);
    for (const [charge, more] of exactPairs(charges, family.filter(isSettlement)))
      settlementOf.set(charge, more);
    for (const charge of doubtfulOf(charges, refunds, refundOf)) doubtful.add(charge);
  }
  return { refundOf, settlementOf, doubtful };
}
