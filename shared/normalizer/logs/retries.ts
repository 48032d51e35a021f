import type { Connector } from '../../gateways/connector.ts';
import { tryReadField } from '../fields/codecs.ts';
import { type NativeObject, toCanonicalText } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import type { ClassifiedRow } from './classify.ts';

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
 * Drops the error rows of attempts that were retried, and counts and notes them. If a request was charged in the end,
 * all its error rows are dropped; otherwise all but the latest. Dropped rows are never validated, so a time that cannot
 * be read counts as the earliest.
 * @param isConsumedElsewhere returns whether a charge with this request id, of the same user and model, exists outside
 * of `rows`
 */
export function dropRetriedAttempts(
  rows: readonly ClassifiedRow[],
  { log: { fields } }: Connector,
  outcomes: RowOutcomes,
  isConsumedElsewhere: (requestId: string, row: NativeObject) => boolean = () => false,
): ClassifiedRow[] {
  const requestIdOf = ({ native }: ClassifiedRow) => tryReadField(native, fields.requestId);
  const consumed = new Set(rows.filter(({ kind }) => kind === 'consume').map(requestIdOf));
  const latestAttempts = new Map<string, Attempt>();
  for (const row of rows) {
    const requestId = row.kind === 'error' ? requestIdOf(row) : undefined;
    if (requestId === undefined) continue;
    // Call this for every error row, even if its request is already in `consumed`: the call also marks the charge as retried.
    if (isConsumedElsewhere(requestId, row.native)) consumed.add(requestId);
    if (consumed.has(requestId)) continue;
    const [time, id] = [tryReadField(row.native, fields.occurredAt), tryReadField(row.native, fields.rowId)];
    const attempt = { row, requestId, time: time ?? -1, id: typeof id === 'number' ? id : 0 };
    const latest = latestAttempts.get(requestId);
    if (latest === undefined || isLater(attempt, latest)) latestAttempts.set(requestId, attempt);
  }
  return rows.filter((row) => {
    const requestId = row.kind === 'error' ? requestIdOf(row) : undefined;
    if (requestId === undefined || latestAttempts.get(requestId)?.row === row) return true;
    outcomes.skip('retriedAttempt');
    outcomes.note('retriedAttempt');
    return false;
  });
}
