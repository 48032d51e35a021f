import type { Connector } from '../../connectors/connector.ts';
import type { Account } from '../account.ts';
import { glimpse } from '../fields/codecs.ts';
import type { Entry } from '../intake/native.ts';
import { type Classified, carriesMoney, classify } from './classify.ts';
import { type LogRow, readLogRow } from './log-row.ts';
import { joinRefunds } from './refund-join.ts';
import { withoutRetried } from './retries.ts';
import { RowNames } from './row-names.ts';

/** The log rows of one gateway, one user and one model, read: what becomes a record, and what belongs together. */
export interface LogGroup {
  readonly connector: Connector;
  /** Every row and what it is, skipped ones too. */
  readonly classified: readonly Classified[];
  /** Rows that become a record each. */
  readonly rows: readonly LogRow[];
  /** The refund that was joined to a row. */
  readonly refundOf: ReadonlyMap<LogRow, LogRow>;
  /** Charges that may have been returned: several match a refund. */
  readonly doubtful: ReadonlySet<LogRow>;
  readonly names: RowNames;
}

/** User and model of a row. Attempts, refunds, settlements, overlaps and repeated names never cross them. */
export const groupKeyOf = ({ native }: Entry, { log: { fields } }: Connector): string =>
  JSON.stringify([glimpse(native, fields.userId), glimpse(native, fields.model) ?? 'unknown']);

function readGroup(
  entries: readonly Entry[],
  connector: Connector,
  identify: boolean,
  account: Account,
): LogGroup {
  const classified = classify(entries, connector, account);
  const live = withoutRetried(classified, connector, account).flatMap((entry) => {
    const { kind } = entry;
    if (kind !== 'consume' && kind !== 'error' && kind !== 'refund') return [];
    const row = account.attempt(entry, () => readLogRow(entry, kind, connector));
    return row ? [row] : [];
  });
  const { chargeOf, doubtful } = joinRefunds(live, connector);
  const rows = live.filter((row) => {
    if (row.kind === 'error' && carriesMoney(row.native, connector.log)) account.note('errorQuota');
    if (row.kind === 'refund' && !chargeOf.has(row)) account.note('refundAlone');
    if (!chargeOf.has(row)) return true;
    account.skip('refundJoined');
    return false;
  });
  return {
    connector,
    classified,
    rows,
    refundOf: new Map([...chargeOf].map(([refund, charge]) => [charge, refund])),
    doubtful,
    names: new RowNames(connector, identify),
  };
}

/**
 * The log rows of one gateway, group by group: what each row is, which attempts and refunds fold into which
 * request.
 * @param identify whether the row ids of the whole ledger identify its rows
 */
export function readLogGroups(
  entries: readonly Entry[],
  connector: Connector,
  identify: boolean,
  account: Account,
): LogGroup[] {
  const groups = Map.groupBy(entries, (entry) => groupKeyOf(entry, connector));
  return [...groups.values()].map((group) => readGroup(group, connector, identify, account));
}
