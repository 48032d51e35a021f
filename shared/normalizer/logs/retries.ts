import type { Connector } from '../../gateways/connector.ts';
import { tryReadField } from '../fields/codecs.ts';
import { toCanonicalText } from '../intake/canonical-text.ts';
import type { Native } from '../intake/native.ts';
import type { Account } from '../rejections-and-notes.ts';
import type { ClassifiedRow } from './classify.ts';

/** An error row and the request it belongs to, with what orders the attempts of one request. */
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
 * Error rows speak for a request only if it has no consume row, and then only the latest of them: all others
 * are attempts that were retried, and only counted. They are looked at before they are read, because what is
 * skipped is not checked; a time that cannot be read is taken for the earliest.
 * @param isConsumedElsewhere whether a request of this row's user and model has a consume row that is not among `rows`
 */
export function dropRetriedAttempts(
  rows: readonly ClassifiedRow[],
  { log: { fields } }: Connector,
  account: Account,
  isConsumedElsewhere: (requestId: string, row: Native) => boolean = () => false,
): ClassifiedRow[] {
  const requestIdOf = ({ native }: ClassifiedRow) => tryReadField(native, fields.requestId);
  const consumed = new Set(rows.filter(({ kind }) => kind === 'consume').map(requestIdOf));
  const last = new Map<string, Attempt>();
  for (const row of rows) {
    const requestId = row.kind === 'error' ? requestIdOf(row) : undefined;
    if (requestId === undefined) continue;
    // Asked of every row: who keeps the consume row apart learns of its attempts here.
    if (isConsumedElsewhere(requestId, row.native)) consumed.add(requestId);
    if (consumed.has(requestId)) continue;
    const [time, id] = [tryReadField(row.native, fields.occurredAt), tryReadField(row.native, fields.rowId)];
    const attempt = { row, requestId, time: time ?? -1, id: typeof id === 'number' ? id : 0 };
    const other = last.get(requestId);
    if (other === undefined || isLater(attempt, other)) last.set(requestId, attempt);
  }
  return rows.filter((row) => {
    const requestId = row.kind === 'error' ? requestIdOf(row) : undefined;
    if (requestId === undefined || last.get(requestId)?.row === row) return true;
    account.skip('retriedAttempt');
    account.note('retriedAttempt');
    return false;
  });
}
