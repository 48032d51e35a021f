import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/registry.ts';
import { inEach, type Sentence } from '../sentence.ts';
import { refuseMisplaced, refuseTwoGateways } from './guards/misplaced.ts';
import { ownLists } from './guards/own-lists.ts';
import { refuseEmptyPeriod } from './guards/period.ts';
import { repeatsSaid } from './guards/repeated.ts';
import { refuseWrongUnit } from './guards/unit.ts';
import { refuseTooManyUnreadable } from './guards/unreadable.ts';
import { type Books, link } from './link/link.ts';
import { type Columns, read, type Source } from './read/read.ts';
import { type PricesAround, type Reconciled, reconcile } from './reconcile/reconcile.ts';
import type { Forks, RunSettings } from './settings.ts';

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
): Promise<Pick<Run, 'books' | 'said'>> {
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
  let columns: readonly Columns[] = await readAll(settings);
  const forks = forksOf(sources, columns);
  // One row tells that a log is a fork's, and then all its rows are read so.
  if (!areNone(forks)) columns = await readAll({ ...settings, forks });
  const { connector, customers, rejectedShareMax } = settings;
  refuseMisplaced(columns, sources);
  refuseTwoGateways(columns, sources, connector);
  const unread = columns.flatMap(({ rejected }) => rejected);
  refuseTooManyUnreadable(unread, columns, rejectedShareMax, sources);
  refuseWrongUnit(columns, settings);
  const own = ownLists(columns, sources, customers);
  const linked = watch('link', 1);
  const kept = columns.filter((_, source) => !own.leftOut.has(source));
  const books = link(kept, { ...settings, forks }, (source) => sources[source]?.field ?? 'logs');
  linked();
  refuseTooManyUnreadable(books.rejected, columns, rejectedShareMax, sources);
  refuseEmptyPeriod(books, settings);
  const brokenOff = columns.flatMap(({ looks }) => looks.brokenOff ?? []);
  const repeats = repeatsSaid(books.repeats, sources);
  return {
    books: { ...books, rowsMissing: books.rowsMissing || own.rowsMissing || brokenOff.length > 0 },
    said: [...brokenOff.map(asSentence), ...own.said, ...repeats, ...books.said],
  };
}

const asSentence = (said: Sentence): Sentence =>
  inEach((language) => said[language] + (language === 'en' ? '.' : '。'));

/** A run: what its books hold, and what they show. */
export interface Run {
  readonly books: Books;
  /** What a reader should know of the files: what is missing in them, what was left out, what is asked. */
  readonly said: readonly Sentence[];
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
  const { books, said } = await booksOf(sources, readSource, settings, watch);
  const done = watch('reconcile', 1);
  const reconciled = reconcile(books, settings, prices);
  done();
  return { books, said, reconciled };
}
