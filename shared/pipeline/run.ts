import { forksOf } from './admit.ts';
import { read } from './read/read.ts';
import type { Columns, Source } from './read/source.ts';
import type { PricesAround } from './reconcile/reconcile.ts';
import { type Run, runOn, type Watch } from './run-on.ts';
import type { RunSettings } from './settings.ts';

/** Opens the bytes of a source; may be called again. */
export type Open = (source: Source) => AsyncIterable<Uint8Array>;

/**
 * Reads all sources and reconciles what is in them.
 * @throws Rejection as `runOn`, and where a source cannot be read
 */
export async function run(
  sources: readonly Source[],
  open: Open,
  settings: RunSettings,
  watch: Watch = () => () => {},
  prices?: PricesAround,
): Promise<Run> {
  const readAll = async (as: RunSettings): Promise<Columns[]> => {
    const done = watch('read', sources.length);
    const all: Columns[] = [];
    // One after another: each needs room to grow in, and what it has read lies close together afterwards.
    for (const source of sources) {
      const columns = await read(source, open(source), as);
      all.push(columns);
      done(columns.rows);
    }
    return all;
  };
  let as = settings;
  let columns = await readAll(as);
  const forks = forksOf(sources, columns);
  if (forks !== undefined) {
    // Free the first reading before the second one needs its room.
    columns.length = 0;
    as = { ...settings, forks };
    columns = await readAll(as);
  }
  return runOn(columns, sources, as, prices, watch);
}
