import { findForks } from './admit.ts';
import { readSource } from './read/read-source.ts';
import type { Source, SourceColumns } from './read/source.ts';
import type { PriceSources } from './reconcile/digest-books.ts';
import { type CompletedRun, type ProgressListener, runOnColumns } from './run-on-columns.ts';
import type { RunSettings } from './run-settings.ts';

/** Opens the bytes of a source. May be called twice for the same source. */
export type OpenSource = (source: Source) => AsyncIterable<Uint8Array>;

/**
 * Reads and reconciles all sources.
 * @throws Rejection like `runOnColumns`, and if a source cannot be read
 */
export async function runSources(
  sources: readonly Source[],
  open: OpenSource,
  settings: RunSettings,
  watch: ProgressListener = () => () => {},
  prices?: PriceSources,
): Promise<CompletedRun> {
  const readAll = async (as: RunSettings): Promise<SourceColumns[]> => {
    const done = watch('read', sources.length);
    const all: SourceColumns[] = [];
    // Read one after another, so that the memory of each is contiguous.
    for (const source of sources) {
      const columns = await readSource(source, open(source), as);
      all.push(columns);
      done(columns.rows);
    }
    return all;
  };
  let as = settings;
  let columns = await readAll(as);
  const forks = findForks(sources, columns);
  if (forks !== undefined) {
    // Free the first reading before the second one needs the memory.
    columns.length = 0;
    as = { ...settings, forks };
    columns = await readAll(as);
  }
  return runOnColumns(columns, sources, as, prices, watch);
}
