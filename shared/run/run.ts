import { booksOf, forksOf, type Kept, suppliedBy } from './books.ts';
import { type Columns, read, type Source } from './read/read.ts';
import { type PricesAround, type Reconciled, reconcile } from './reconcile/reconcile.ts';
import type { RunSettings } from './settings.ts';

/** Opens the bytes of a source; may be called again. */
export type Open = (source: Source) => AsyncIterable<Uint8Array>;

/** Reads one source; elsewhere, perhaps. */
export type ReadSource = (source: Source, settings: RunSettings) => Promise<Columns>;

/** Reads where it is called. */
export const readHere =
  (open: Open): ReadSource =>
  (source, settings) =>
    read(source, open(source), settings);

/** What the person who watches learns of: each step as it begins, with as many parts as are told one by one. */
export type Watch = (step: 'read' | 'link' | 'reconcile', parts: number) => () => void;

/** A run: what its books hold, and what they show. */
export interface Run extends Kept {
  readonly reconciled: Reconciled;
}

/**
 * A run on what was read of all sources, wherever that was.
 * @param columns by the numbers of the sources; they are moved into the books, and empty then
 * @param settings that the sources were read with, the forks among them known
 * @param prices what stated prices rest on beside the settings
 * @throws Rejection where too many rows cannot be read, or sources are not what they were given for
 */
export function runOn(
  columns: readonly Columns[],
  sources: readonly Source[],
  settings: RunSettings,
  prices: PricesAround = {},
  watch: Watch = () => () => {},
): Run {
  const known = { ...settings, supplied: suppliedBy(columns, settings) };
  const linked = watch('link', 1);
  const kept = booksOf(columns, sources, known);
  linked();
  const done = watch('reconcile', 1);
  const reconciled = reconcile(kept.books, known, prices);
  done();
  return { ...kept, reconciled };
}

/**
 * Reads all sources and reconciles what is in them.
 * @throws Rejection as `runOn`, and where a source cannot be read
 */
export async function run(
  sources: readonly Source[],
  readSource: ReadSource,
  settings: RunSettings,
  watch: Watch,
  prices?: PricesAround,
): Promise<Run> {
  const readAll = async (as: RunSettings) => {
    const done = watch('read', sources.length);
    const all: Columns[] = [];
    // One after another: each needs room to grow in, and what it has read lies close together afterwards.
    for (const source of sources) {
      all.push(await readSource(source, as));
      done();
    }
    return all;
  };
  const columns = await readAll(settings);
  const forks = forksOf(sources, columns);
  if (forks === undefined) return runOn(columns, sources, settings, prices, watch);
  const known = { ...settings, forks };
  return runOn(await readAll(known), sources, known, prices, watch);
}
