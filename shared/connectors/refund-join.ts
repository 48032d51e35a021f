import type { Connector } from './connector.ts';
import type { LogRow } from './log-row.ts';

interface Group {
  readonly charges: LogRow[];
  readonly refunds: LogRow[];
}

/**
 * Charges that a refund may belong to: submitted tasks, and rows without a model ratio (Midjourney and old
 * versions). Fees for violations are never returned, settlements name their task themselves, and rows with stated money join nothing.
 */
const isCandidate = (row: LogRow, { snapshotKeys }: Connector['log']): boolean =>
  snapshotKeys !== undefined &&
  row.kind === 'consume' &&
  row.taskId === undefined &&
  row.quota !== undefined &&
  row.quota > 0 &&
  !row.snapshot?.flag(snapshotKeys.violation) &&
  (row.snapshot === undefined ||
    row.snapshot.flag(snapshotKeys.isTask) ||
    !row.snapshot.has(snapshotKeys.ratio));

const keyOf = (row: LogRow, quota: number | undefined): string =>
  JSON.stringify([row.userId, row.tokenId, row.channelId, row.model, quota]);

/** The only pair of a group in which each row has exactly one partner, the refund not being earlier. */
function* pairsOf({ charges, refunds }: Group): Generator<readonly [refund: LogRow, charge: LogRow]> {
  if (charges.length === 0) return;
  charges.sort((a, b) => a.occurredAt - b.occurredAt);
  const [first, second] = charges as [LogRow, LogRow | undefined];
  const end = second?.occurredAt ?? Number.POSITIVE_INFINITY;
  // A refund with exactly one earlier charge can only have the first one, and that one's partners are all later.
  const later = refunds.filter(({ occurredAt }) => occurredAt >= first.occurredAt);
  const [only] = later;
  if (later.length === 1 && only && only.occurredAt < end) yield [only, first];
}

/**
 * Refund rows and the charges that they return, where user, token, channel, model and quota leave exactly one
 * pair for both rows. The gateway itself joins them through its table of tasks, which no log row carries
 * (`service/task_billing.go`).
 */
export function joinRefunds(rows: readonly LogRow[], { log }: Connector): Map<LogRow, LogRow> {
  const groups = new Map<string, Group>();
  const groupOf = (key: string): Group => {
    const group = groups.get(key) ?? { charges: [], refunds: [] };
    groups.set(key, group);
    return group;
  };
  if (!rows.some(({ kind }) => kind === 'refund')) return new Map();
  for (const row of rows) {
    if (isCandidate(row, log)) groupOf(keyOf(row, row.quota)).charges.push(row);
    else if (row.kind === 'refund' && row.quota !== undefined && row.quota > 0)
      groupOf(keyOf(row, row.partOf ?? row.quota)).refunds.push(row);
  }
  return new Map([...groups.values()].flatMap((group) => [...pairsOf(group)]));
}
