import type { Connector } from '../../connectors/connector.ts';
import type { Account } from '../../normalizer/account.ts';
import { FieldProblem, RowProblem } from '../../normalizer/fields/row-problem.ts';
import type { Entry } from '../../normalizer/intake/native.ts';
import { kindOf } from '../../normalizer/logs/classify.ts';
import { type LogRow, readLogRow } from '../../normalizer/logs/log-row.ts';
import type { PlainRows } from './plain-rows.ts';
import type { RepeatCounter } from './repeat-counter.ts';

function consumedIn(entry: Entry, connector: Connector): LogRow | undefined {
  try {
    return kindOf(entry, connector).kind === 'consume' ? readLogRow(entry, 'consume', connector) : undefined;
  } catch (problem) {
    if (problem instanceof FieldProblem || problem instanceof RowProblem) return undefined;
    throw problem;
  }
}

/** The first source whose plain rows have a request at the same time for the same quota; -1 where none has. */
function plainSourceOf(
  { requestId, occurredAt, quota, model }: LogRow,
  { sales, salesByRequest }: PlainRows,
  own: number,
): number {
  if (requestId === undefined) return -1;
  const { models, table } = sales;
  const { source, time, quota: quotas, model: named } = table.columns;
  for (const row of salesByRequest.having(requestId)) {
    const isSame =
      time[row] === occurredAt &&
      quotas[row] === quota &&
      models.texts[named[row] as number] === model &&
      source[row] !== own;
    if (isSame) return source[row] as number;
  }
  return -1;
}

/**
 * Log rows without those that another file has with all its columns: a table of a few columns beside a whole list is
 * no second log.
 */
export function besidePlain(
  entries: Entry[],
  plain: PlainRows,
  connector: Connector,
  sourceOf: (entry: Entry) => number,
  account: Account,
  repeated: RepeatCounter,
): Entry[] {
  const sources = new Set(plain.sales.table.columns.source.subarray(0, plain.sales.length));
  if (entries.every((entry) => sources.size === 0 || (sources.size === 1 && sources.has(sourceOf(entry)))))
    return entries;
  return entries.filter((entry) => {
    const row = consumedIn(entry, connector);
    const source = row === undefined ? -1 : plainSourceOf(row, plain, sourceOf(entry));
    if (source < 0) return true;
    account.skip('pageOverlap');
    repeated.add(sourceOf(entry), source);
    return false;
  });
}
