import type { Connector } from '../../connectors/connector.ts';
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

/** What a ledger's refunds say about its charges. */
export interface RefundJoin {
  /** The charge that a refund returns. */
  readonly chargeOf: ReadonlyMap<LogRow, LogRow>;
  /** Charges of which one was returned, nobody can say which: their refunds stand alone. */
  readonly doubtful: ReadonlySet<LogRow>;
}

/** Joins the only pair of a group in which each row has exactly one partner, the refund not being earlier. */
function joinGroup({ charges, refunds }: Group, chargeOf: Map<LogRow, LogRow>, doubtful: Set<LogRow>): void {
  charges.sort((a, b) => a.occurredAt - b.occurredAt);
  const [first, second] = charges;
  if (first === undefined) return;
  // A refund with exactly one earlier charge can only have the first one, and that one's partners are all later.
  const [only, ...more] = refunds.filter(({ occurredAt }) => occurredAt >= first.occurredAt);
  if (only === undefined) return;
  const end = second?.occurredAt ?? Number.POSITIVE_INFINITY;
  if (more.length === 0 && only.occurredAt < end) chargeOf.set(only, first);
  else for (const charge of charges) doubtful.add(charge);
}

/**
 * Refund rows and the charges that they return, where user, token, channel, model and quota leave exactly one
 * pair for both rows. The gateway itself joins them through its table of tasks, which no log row carries
 * (`service/task_billing.go`).
 */
export function joinRefunds(rows: readonly LogRow[], { log }: Connector): RefundJoin {
  const groups = new Map<string, Group>();
  const groupOf = (key: string): Group => {
    const group = groups.get(key) ?? { charges: [], refunds: [] };
    groups.set(key, group);
    return group;
  };
  for (const row of rows) {
    if (isCandidate(row, log)) groupOf(keyOf(row, row.quota)).charges.push(row);
    else if (row.kind === 'refund' && row.quota !== undefined && row.quota > 0)
      groupOf(keyOf(row, row.partOf ?? row.quota)).refunds.push(row);
  }
  const chargeOf = new Map<LogRow, LogRow>();
  const doubtful = new Set<LogRow>();
  for (const group of groups.values()) joinGroup(group, chargeOf, doubtful);
  return { chargeOf, doubtful };
}
