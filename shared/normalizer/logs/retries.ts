import type { Connector } from '../../gateways/connector.ts';
import type { Account } from '../account.ts';
import { glimpse } from '../fields/codecs.ts';
import { canonicalText } from '../intake/canonical-text.ts';
import type { Native } from '../intake/native.ts';
import type { Classified } from './classify.ts';

/** An error row and the request it belongs to, with what orders the attempts of one request. */
interface Attempt {
  readonly row: Classified;
  readonly requestId: string;
  readonly time: number;
  readonly id: number;
}

const later = (a: Attempt, b: Attempt): boolean => {
  if (a.time !== b.time) return a.time > b.time;
  if (a.id !== b.id) return a.id > b.id;
  return canonicalText(a.row.native) > canonicalText(b.row.native);
};

/**
 * Error rows speak for a request only if it has no consume row, and then only the latest of them: all others
 * are attempts that were retried, and only counted. They are looked at before they are read, because what is
 * skipped is not checked; a time that cannot be read is taken for the earliest.
 * @param isConsumedApart whether a request of this row's user and model has a consume row that is not among `rows`
 */
export function withoutRetried(
  rows: readonly Classified[],
  { log: { fields } }: Connector,
  account: Account,
  isConsumedApart: (requestId: string, row: Native) => boolean = () => false,
): Classified[] {
  const requestIdOf = ({ native }: Classified) => glimpse(native, fields.requestId);
  const consumed = new Set(rows.filter(({ kind }) => kind === 'consume').map(requestIdOf));
  const last = new Map<string, Attempt>();
  for (const row of rows) {
    const requestId = row.kind === 'error' ? requestIdOf(row) : undefined;
    if (requestId === undefined) continue;
    // Asked of every row: who keeps the consume row apart learns of its attempts here.
    if (isConsumedApart(requestId, row.native)) consumed.add(requestId);
    if (consumed.has(requestId)) continue;
    const [time, id] = [glimpse(row.native, fields.occurredAt), glimpse(row.native, fields.rowId)];
    const attempt = { row, requestId, time: time ?? -1, id: typeof id === 'number' ? id : 0 };
    const other = last.get(requestId);
    if (other === undefined || later(attempt, other)) last.set(requestId, attempt);
  }
  return rows.filter((row) => {
    const requestId = row.kind === 'error' ? requestIdOf(row) : undefined;
    if (requestId === undefined || last.get(requestId)?.row === row) return true;
    account.skip('retriedAttempt');
    account.note('retriedAttempt');
    return false;
  });
}
