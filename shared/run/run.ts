import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/registry.ts';
import { type Books, link } from './link/link.ts';
import { type Columns, read, type Source } from './read/read.ts';
import { type PricesAround, type Reconciled, reconcile } from './reconcile/reconcile.ts';
import type { Forks, RunSettings } from './settings.ts';
import { refuseTooManyUnreadable } from './unreadable.ts';

/** Opens the bytes of a source; may be called again. */
export type Open = (source: Source) => AsyncIterable<Uint8Array>;

/** Reads one source; elsewhere, perhaps. */
export type ReadSource = (source: Source, settings: RunSettings) => Promise<Columns>;

/** Reads where it is called. */
export const readHere =
  (open: Open): ReadSource =>
  (source, settings) =>
    read(source, open(source), settings);

/** Forks that say something otherwise than their gateway. */
const telling = new Set(
  connectors.flatMap(({ forks = [] }: Connector) => forks.filter(({ log }) => log).map(({ name }) => name)),
);

function forksOf(sources: readonly Source[], columns: readonly Columns[]): Forks {
  const forks = { logs: new Set<string>(), upstreamCharges: new Set<string>() };
  for (const [i, { field }] of sources.entries())
    if (field !== 'payments')
      for (const fork of columns[i]?.forks ?? []) if (telling.has(fork)) forks[field].add(fork);
  return { logs: [...forks.logs].sort(), upstreamCharges: [...forks.upstreamCharges].sort() };
}

const areNone = ({ logs, upstreamCharges }: Forks): boolean => logs.length + upstreamCharges.length === 0;

/** What the person who watches learns of: each step as it begins, with as many parts as are told one by one. */
export type Watch = (step: 'read' | 'link' | 'reconcile', parts: number) => () => void;

/**
 * The books that all sources make together.
 * @throws Rejection where a source cannot be read, too many rows cannot, or the log is another gateway's
 */
async function booksOf(
  sources: readonly Source[],
  readSource: ReadSource,
  settings: RunSettings,
  watch: Watch,
): Promise<Books> {
  const readAll = (as: RunSettings) => {
    const done = watch('read', sources.length);
    return Promise.all(
      sources.map(async (source) => {
        const columns = await readSource(source, as);
        done();
        return columns;
      }),
    );
  };
  let columns = await readAll(settings);
  const forks = forksOf(sources, columns);
  // One row tells that a log is a fork's, and then all its rows are read so.
  if (!areNone(forks)) columns = await readAll({ ...settings, forks });
  const { rejectedShareMax } = settings;
  const rows = columns.reduce((sum, part) => sum + part.rows, 0);
  const unread = columns.flatMap(({ rejected }) => rejected);
  refuseTooManyUnreadable(unread, rows, rejectedShareMax, sources);
  const linked = watch('link', 1);
  const books = link(columns, { ...settings, forks });
  linked();
  refuseTooManyUnreadable(books.rejected, rows, rejectedShareMax, sources);
  return books;
}

/** A run: what its books hold, and what they show. */
export interface Run {
  readonly books: Books;
  readonly reconciled: Reconciled;
}

/**
 * Reads all sources and reconciles what is in them.
 * @param prices what stated prices rest on beside the settings
 */
export async function run(
  sources: readonly Source[],
  readSource: ReadSource,
  settings: RunSettings,
  watch: Watch,
  prices: PricesAround = {},
): Promise<Run> {
  const books = await booksOf(sources, readSource, settings, watch);
  const done = watch('reconcile', 1);
  const reconciled = reconcile(books, settings, prices);
  done();
  return { books, reconciled };
}
