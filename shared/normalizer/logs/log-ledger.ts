import type { Connector } from '../../connectors/connector.ts';
import type { Account } from '../account.ts';
import type { Entry } from '../intake/native.ts';
import { type Classified, carriesMoney, classify } from './classify.ts';
import { Identity } from './identity.ts';
import { type LogRow, readLogRow } from './log-row.ts';
import { joinRefunds } from './refund-join.ts';
import { withoutRetried } from './retries.ts';

/** The log rows of one gateway, read: those that become records, and what is known between them. */
export interface LogLedger {
  readonly connector: Connector;
  /** Every row and what it is, skipped ones too. */
  readonly classified: readonly Classified[];
  /** Rows that become a record each. */
  readonly rows: readonly LogRow[];
  /** The refund that was joined to a row. */
  readonly refundOf: ReadonlyMap<LogRow, LogRow>;
  /** Charges that may have been returned: several match a refund. */
  readonly doubtful: ReadonlySet<LogRow>;
  readonly identity: Identity;
}

/** Reads the log rows of one gateway: what each is, which attempts and refunds fold into which request. */
export function readLogs(
  entries: readonly Entry[],
  connector: Connector,
  ledger: string,
  account: Account,
): LogLedger {
  const classified = classify(entries, connector, ledger, account);
  const live = withoutRetried(classified, connector, account).flatMap((entry) => {
    const { kind } = entry;
    if (kind !== 'consume' && kind !== 'error' && kind !== 'refund') return [];
    const row = account.attempt(`${ledger}[${entry.index}]`, () => readLogRow(entry, kind, connector));
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
    identity: new Identity(entries, connector),
  };
}
