import type { Connector } from '../../gateways/connector.ts';
import type { Account } from '../../normalizer/account.ts';
import { glimpse } from '../../normalizer/fields/codecs.ts';
import { type Entry, isGatewayRow, isLogRow, type Native } from '../../normalizer/intake/native.ts';
import { ownName, saidText, withoutOverlaps } from '../../normalizer/intake/overlap.ts';
import { consumeRowOf } from '../../normalizer/logs/classify.ts';
import type { LogRow } from '../../normalizer/logs/log-row.ts';
import { Ids } from '../columns/ids.ts';
import { NONE } from '../columns/table.ts';
import type { Columns, RowAside, SourceField } from '../read/source.ts';
import { inOneForm } from './other-forms.ts';
import type { PlainRows } from './plain-rows.ts';
import type { RepeatCounter } from './repeats.ts';

type SourceOf = (entry: Entry) => number;

/** The number of an order; exports that leave out the row's own have it, too. */
const orderOf = (native: Native): string | undefined =>
  glimpse(native, { at: ['trade_no', 'transactionId'], as: 'id' });

/** What is known of a row that no id names. */
interface Nameless {
  /** The source that had most of them, and how many. */
  source: number;
  most: number;
  /** How many the source has that is being looked at. */
  current: number;
  count: number;
}

/**
 * Rows that no id names and that say the same in every field: from different sources they are one row read twice, within
 * one source they are as many as they are.
 * @param entries source by source
 */
function withoutCopies(entries: Entry[], sourceOf: SourceOf, repeated: RepeatCounter): Entry[] {
  if (new Set(entries.map(sourceOf)).size < 2) return entries;
  const seen = new Map<string, Nameless>();
  return entries.filter((entry) => {
    if (ownName(entry) !== undefined) return true;
    const [text, source] = [saidText(entry.native), sourceOf(entry)];
    const known = seen.get(text) ?? { source, most: 0, current: source, count: 0 };
    seen.set(text, known);
    if (known.current !== source) [known.current, known.count] = [source, 0];
    known.count++;
    if (known.count > known.most) {
      [known.most, known.source] = [known.count, source];
      return true;
    }
    repeated.leaveOut(source, known.source);
    return false;
  });
}

/** The first source whose plain rows have a request at the same time for the same quota; `NONE` where none has. */
function plainSourceOf(
  { requestId, occurredAt, quota, model }: LogRow,
  { sales, salesByRequest }: PlainRows,
  own: number,
): number {
  const { models, table } = sales;
  const { source, time, quota: quotas, model: named } = table.columns;
  for (const row of salesByRequest.having(requestId ?? '')) {
    const isSame =
      time[row] === occurredAt &&
      quotas[row] === quota &&
      models.texts[named[row] as number] === model &&
      source[row] !== own;
    if (isSame) return source[row] as number;
  }
  return NONE;
}

/**
 * Log rows without those that another file has with all its columns: a table of a few columns beside a whole list is
 * no second log.
 */
function besidePlain(
  entries: Entry[],
  plain: PlainRows,
  connector: Connector,
  sourceOf: SourceOf,
  repeated: RepeatCounter,
): Entry[] {
  const sources = new Set(plain.sales.table.columns.source.subarray(0, plain.sales.length));
  for (const entry of entries) sources.add(sourceOf(entry));
  if (plain.sales.length === 0 || sources.size < 2) return entries;
  return entries.filter((entry) => {
    const row = consumeRowOf(entry, connector);
    const source = row === undefined ? NONE : plainSourceOf(row, plain, sourceOf(entry));
    if (source !== NONE) repeated.leaveOut(sourceOf(entry), source);
    return source === NONE;
  });
}

/** Rows that are not plain; of the log those of a gateway and, as a file may hold them beside, canonical ones. */
export type Entries = Readonly<Record<SourceField | 'canonical', readonly Entry[]>>;

/** The sources that are tables, of those that have any such row. */
export const tablesIn = (columns: readonly Columns[]): ReadonlySet<number> =>
  new Set(columns.flatMap(({ looks, aside: [row] }) => (looks.isTable && row ? row.source : [])));

/** The rows of each field that are not plain, without those that overlapping pages repeat. */
export function entriesOf(
  aside: readonly RowAside[],
  tables: ReadonlySet<number>,
  plain: PlainRows,
  connector: Connector,
  account: Account,
  repeated: RepeatCounter,
): Entries {
  const entries: Record<SourceField, Entry[]> = { logs: [], upstreamCharges: [], payments: [] };
  for (const [index, { field, native }] of aside.entries()) entries[field].push({ field, index, native });
  const sourceOf: SourceOf = ({ index }) => (aside[index] as RowAside).source;
  // An export is one table, of which a provider may bill a line twice.
  const mayOverlap = (entry: Entry): boolean =>
    entry.field !== 'upstreamCharges' || isLogRow(entry.native) || !tables.has(sourceOf(entry));
  const across = { sourceOf, mayOverlap };
  const apart = (rows: Entry[]): Entry[] =>
    withoutCopies(withoutOverlaps(rows, account, across), sourceOf, repeated);
  const { logs = [], canonical = [] } = Object.groupBy(
    besidePlain(apart(entries.logs), plain, connector, sourceOf, repeated),
    ({ field, native }) => (isGatewayRow(field, native) ? 'logs' : 'canonical'),
  );
  return {
    logs,
    canonical,
    upstreamCharges: inOneForm(apart(entries.upstreamCharges), sourceOf, repeated),
    payments: withoutOverlaps(apart(entries.payments), account, { ...across, nameOf: orderOf }),
  };
}

/** An id that does not fit is none. */
function addId(ids: Ids, id: string | undefined): void {
  if (!ids.add(id)) ids.add();
}

/** What log rows that are not plain name, and the sources that they stand in, by row. */
export function idsAside({ logs }: Entries, aside: readonly RowAside[], { log: { fields } }: Connector) {
  const [own, upstream] = [new Ids(), new Ids()];
  for (const { native } of logs) {
    addId(own, glimpse(native, fields.requestId));
    addId(upstream, glimpse(native, fields.upstreamRequestId));
  }
  return { own, upstream, sources: logs.map(({ index }) => (aside[index] as RowAside).source) };
}
