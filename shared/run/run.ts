import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/registry.ts';
import { type Books, link } from './link/link.ts';
import { type Columns, read, type Source } from './read/read.ts';
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

/**
 * The books that all sources make together.
 * @throws Rejection where a source cannot be read, or the log is another gateway's
 */
export async function booksOf(
  sources: readonly Source[],
  readSource: ReadSource,
  settings: RunSettings,
): Promise<Books> {
  const readAll = (with_: RunSettings) => Promise.all(sources.map((source) => readSource(source, with_)));
  let columns = await readAll(settings);
  const forks = forksOf(sources, columns);
  // One row tells that a log is a fork's, and then all its rows are read so.
  if (!areNone(forks)) columns = await readAll({ ...settings, forks });
  return link(columns, { ...settings, forks });
}
