import type { Account } from './account.ts';
import { canonicalText } from './canonical-text.ts';
import type { Classified } from './classify.ts';
import { decoders, glance } from './codecs.ts';
import type { Connector } from './connector.ts';
import type { LogRow } from './log-row.ts';

/**
 * Error rows whose request also has a consume row were retried with success: the consume row speaks for the
 * request, and the attempt is only counted.
 */
export function withoutRetried(
  rows: readonly Classified[],
  connector: Connector,
  account: Account,
): Classified[] {
  const requestIdOf = ({ native }: Classified) => glance(native, connector.log.fields.requestId);
  const consumed = new Set(rows.filter(({ kind }) => kind === 'consume').map(requestIdOf));
  consumed.delete(undefined);
  return rows.filter((row) => {
    if (row.kind !== 'error' || !consumed.has(requestIdOf(row))) return true;
    account.skip('retriedAttempt');
    account.note('retriedAttempt');
    return false;
  });
}

const rank = (row: LogRow): readonly [number, number] => {
  const id = decoders.rowId(row.native.id);
  return [row.occurredAt, typeof id === 'number' ? id : 0];
};

const later = (left: LogRow, right: LogRow): boolean => {
  const [a, b] = [rank(left), rank(right)];
  if (a[0] !== b[0]) return a[0] > b[0];
  if (a[1] !== b[1]) return a[1] > b[1];
  return canonicalText(left.native) > canonicalText(right.native);
};

/** Of several failed attempts of a request that never succeeded, the latest is the record. */
export function withoutEarlierAttempts(rows: readonly LogRow[], account: Account): LogRow[] {
  const last = new Map<string, LogRow>();
  for (const row of rows) {
    if (row.kind !== 'error' || row.requestId === undefined) continue;
    const other = last.get(row.requestId);
    if (other === undefined || later(row, other)) last.set(row.requestId, row);
  }
  return rows.filter((row) => {
    if (row.kind !== 'error' || row.requestId === undefined || last.get(row.requestId) === row) return true;
    account.skip('retriedAttempt');
    account.note('retriedAttempt');
    return false;
  });
}
