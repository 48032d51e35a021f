import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/registry.ts';
import { inEach, type Sentence } from '../sentence.ts';
import { refuseLogAsBill, refuseMisplaced, refuseTwoGateways } from './guards/misplaced.ts';
import { missingPages } from './guards/missing-pages.ts';
import { refuseNegativeBill } from './guards/negative-bill.ts';
import { ownLists } from './guards/own-lists.ts';
import { refuseEmptyPeriod } from './guards/period.ts';
import { repeatsSaid } from './guards/repeated.ts';
import { refuseMissingUnit, refuseWrongUnit } from './guards/unit.ts';
import { refuseTooManyUnreadable, refuseUnknownHeads } from './guards/unreadable.ts';
import { refuseUpstreamLogs } from './guards/upstream-logs.ts';
import { type Books, link } from './link/link.ts';
import type { Columns, Source, SourceField } from './read/read.ts';
import type { Forks, RunSettings } from './settings.ts';

/** Forks that say something otherwise than their gateway. */
const telling = new Set(
  connectors.flatMap(({ forks = [] }: Connector) => forks.filter(({ log }) => log).map(({ name }) => name)),
);

/**
 * The forks whose dialect sources are written in. One row tells that a log is a fork's, and then all its rows are read
 * so: sources that were read without them are read once more.
 * @returns `undefined` where there are none
 */
export function forksOf(sources: readonly Source[], columns: readonly Columns[]): Forks | undefined {
  const forks = { logs: new Set<string>(), upstreamCharges: new Set<string>() };
  for (const [i, { field }] of sources.entries())
    if (field !== 'payments')
      for (const fork of columns[i]?.forks ?? []) if (telling.has(fork)) forks[field].add(fork);
  const { logs, upstreamCharges } = forks;
  if (logs.size + upstreamCharges.size === 0) return undefined;
  return { logs: [...logs].sort(), upstreamCharges: [...upstreamCharges].sort() };
}

/** The ledgers that are there: those that were given, and those that a file with whole ledgers holds. */
export function suppliedBy(
  columns: readonly Columns[],
  { supplied }: Pick<RunSettings, 'supplied'>,
): RunSettings['supplied'] {
  const holds = (field: SourceField) => columns.some(({ aside }) => aside.some((row) => row.field === field));
  return {
    upstreamCharges: supplied.upstreamCharges || holds('upstreamCharges'),
    payments: supplied.payments || holds('payments'),
  };
}

/** What all sources hold together. */
export interface Kept {
  readonly books: Books;
  /** What a reader should know of the files: what is missing in them, what was left out, what is asked. */
  readonly said: readonly Sentence[];
}

const asSentence = (said: Sentence): Sentence =>
  inEach((language) => said[language] + (language === 'en' ? '.' : '。'));

const zonesTaken = (columns: readonly Columns[], sources: readonly Source[]): Sentence[] =>
  sources.flatMap(({ source, place }) =>
    columns[source]?.looks.isZoneTaken
      ? {
          en: `The times of ${place} name no zone and are read in UTC; "timeZone" in its mapping says otherwise.`,
          zh: `${place} 中的时间没有注明时区，按 UTC 读取；可在映射中用 "timeZone" 指定。`,
        }
      : [],
  );

/**
 * The books that the columns of all sources make together. The columns are moved into them, and empty then.
 * @param columns by the numbers of the sources, read with these settings
 * @throws Rejection where too many rows cannot be read, or sources are not what they were given for
 */
export function booksOf(
  columns: readonly Columns[],
  sources: readonly Source[],
  settings: RunSettings,
): Kept {
  const { connector, customers, rejectedShareMax } = settings;
  refuseMisplaced(columns, sources);
  refuseTwoGateways(columns, sources, connector);
  refuseLogAsBill(columns, sources);
  const unread = columns.flatMap(({ rejected }) => rejected);
  refuseTooManyUnreadable(unread, columns, rejectedShareMax, sources);
  refuseUnknownHeads(columns, sources);
  refuseMissingUnit(columns, sources, settings);
  refuseWrongUnit(columns, settings);
  const own = ownLists(columns, sources, customers);
  const kept = columns.filter((_, source) => !own.leftOut.has(source));
  const books = link(kept, settings, (source) => sources[source]?.field ?? 'logs');
  refuseTooManyUnreadable(books.rejected, columns, rejectedShareMax, sources);
  refuseUpstreamLogs(books, sources);
  // What tied them together and tells them apart is known; it is a third of what they take.
  for (const logs of [books.sales, books.charges]) logs.forgetOrigin();
  refuseNegativeBill(books);
  refuseEmptyPeriod(books, settings);
  const brokenOff = columns.flatMap(({ looks }) => looks.brokenOff ?? []).map(asSentence);
  const missing = [...brokenOff, ...missingPages(columns, sources)];
  const repeats = repeatsSaid(books.repeats, sources);
  return {
    books: { ...books, rowsMissing: books.rowsMissing || own.rowsMissing || missing.length > 0 },
    said: [...missing, ...zonesTaken(columns, sources), ...own.said, ...repeats, ...books.said],
  };
}
