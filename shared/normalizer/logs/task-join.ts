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

/** Rows that may belong together: one channel, one amount, one unit. */
interface Family {
  readonly charges: LogRow[];
  readonly later: LogRow[];
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
  row.quota !== undefined &&
  row.quota > 0 &&
  !row.snapshot?.flag(snapshotKeys.violation) &&
  (row.snapshot === undefined ||
    row.snapshot.flag(snapshotKeys.isTask) ||
    !row.snapshot.has(snapshotKeys.ratio));

const isRefund = ({ kind, quota }: LogRow): boolean => kind === 'refund' && quota !== undefined && quota > 0;

const isSettlement = ({ kind, taskId, quota, partOf }: LogRow): boolean =>
  kind === 'consume' && taskId !== undefined && partOf !== undefined && quota !== undefined && quota > 0;

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
function exactPairs({ charges, later }: Family): Map<LogRow, LogRow> {
  charges.sort(byTime);
  later.sort(byTime);
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
function doubtfulOf({ charges, later }: Family, refundOf: ReadonlyMap<LogRow, LogRow>): LogRow[] {
  const joined = new Set(refundOf.values());
  const alone = later.filter((row) => !joined.has(row)).sort(byTime);
  const last = new Map(alone.map((row) => [row.tokenId, row.occurredAt]));
  const until = (tokenId: string | undefined): number => last.get(tokenId) ?? Number.NEGATIVE_INFINITY;
  return charges.filter(
    ({ tokenId, occurredAt }) => occurredAt <= Math.max(until(tokenId), until(undefined)),
  );
}

const familyOf = (
  { channelId, ownUnit }: LogRow,
  quota: number | undefined,
  unit: number | undefined,
): string => JSON.stringify([channelId, quota, ownUnit ?? unit]);

/** What the family of a row is called among those of its user and model; `undefined` where it is in none. */
export function familyKeyOf(row: LogRow, { log }: Connector, unit: number | undefined): string | undefined {
  if (isCharge(row, log)) return familyOf(row, row.quota, unit);
  return isRefund(row) || isSettlement(row) ? familyOf(row, row.partOf ?? row.quota, unit) : undefined;
}

/** @param isLater which rows belong to an earlier charge; @returns families that have both */
function familiesOf(
  rows: readonly LogRow[],
  log: Connector['log'],
  unit: number | undefined,
  isLater: (row: LogRow) => boolean,
): Family[] {
  const families = new Map<string, Family>();
  const at = (key: string): Family => {
    const family = families.get(key) ?? { charges: [], later: [] };
    families.set(key, family);
    return family;
  };
  for (const row of rows) {
    if (isCharge(row, log)) at(familyOf(row, row.quota, unit)).charges.push(row);
    else if (isLater(row)) at(familyOf(row, row.partOf ?? row.quota, unit)).later.push(row);
  }
  return [...families.values()].filter(({ charges, later }) => charges.length > 0 && later.length > 0);
}

/**
 * Refund and settlement rows of tasks, and the charges that they belong to, where token, channel and quota leave
 * exactly one pair for both rows. The gateway itself joins them through its table of tasks, which no log row
 * carries (`service/task_billing.go`).
 * @param rows all rows of one user and model
 * @param unit quotaPerUnit of rows that state none of their own
 */
export function joinTasks(rows: readonly LogRow[], { log }: Connector, unit: number | undefined): TaskJoin {
  const refunds = familiesOf(rows, log, unit, isRefund);
  const refundOf = new Map(refunds.flatMap((family) => [...exactPairs(family)]));
  const settlements = familiesOf(rows, log, unit, isSettlement);
  return {
    refundOf,
    settlementOf: new Map(settlements.flatMap((family) => [...exactPairs(family)])),
    doubtful: new Set(refunds.flatMap((family) => doubtfulOf(family, refundOf))),
  };
}
