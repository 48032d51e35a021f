import { forksOf } from './admit.ts';
import { packed } from './columns/packed.ts';
import { read } from './read/read.ts';
import { bytesOf, type Columns, headOf, type Source, type SourceHead } from './read/source.ts';
import type { PricesAround } from './reconcile/reconcile.ts';
import { type Run, runOn, type Watch } from './run-on.ts';
import type { RunSettings } from './settings.ts';
import { runInShards } from './shards/run-in-shards.ts';
import { type Room, shardsIn, sourceName } from './shards/shelf.ts';

/** Opens the bytes of a source; may be called again. */
export type Open = (source: Source) => AsyncIterable<Uint8Array>;

/** Reads one source; elsewhere, perhaps. */
export type ReadSource = (source: Source, settings: RunSettings) => Promise<Columns>;

/** Reads where it is called. */
export const readHere =
  (open: Open): ReadSource =>
  (source, settings) =>
    read(source, open(source), settings);

/** Keeps columns in memory, and all of them on a shelf once they are more than there is room for. */
class Kept {
  readonly heads: SourceHead[] = [];
  readonly columns: Columns[] = [];
  readonly #room: Room | undefined;
  #bytes = 0;

  constructor(room: Room | undefined) {
    this.#room = room;
  }

  /** How many shards there are. */
  get shards(): number {
    return this.#room === undefined ? 1 : shardsIn(this.#bytes, this.#room.bytes);
  }

  async add(columns: Columns): Promise<void> {
    this.#bytes += bytesOf(columns);
    this.heads.push(headOf(columns));
    this.columns.push(columns);
    if (this.#room === undefined || this.shards === 1) return;
    const first = this.heads.length - this.columns.length;
    for (const [at, waiting] of this.columns.splice(0).entries())
      await this.#room.shelf.write(sourceName(first + at), packed(waiting));
  }
}

/**
 * Reads all sources and reconciles what is in them.
 * @param room beyond which columns lie elsewhere, and are reconciled shard by shard; without it memory must do
 * @throws Rejection as `runOn`, and where a source cannot be read
 */
export async function run(
  sources: readonly Source[],
  readSource: ReadSource,
  settings: RunSettings,
  watch: Watch,
  prices?: PricesAround,
  room?: Room,
): Promise<Run> {
  const readAll = async (as: RunSettings) => {
    const done = watch('read', sources.length);
    const all = new Kept(room);
    // One after another: each needs room to grow in, and what it has read lies close together afterwards.
    for (const source of sources) {
      await all.add(await readSource(source, as));
      done();
    }
    return all;
  };
  const reconciledAs = (all: Kept, as: RunSettings): Run | Promise<Run> =>
    room === undefined || all.shards === 1
      ? runOn(all.columns, sources, as, prices, watch)
      : runInShards(all.heads, sources, as, all.shards, room.shelf, prices, watch);
  const kept = await readAll(settings);
  const forks = forksOf(sources, kept.heads);
  if (forks === undefined) return reconciledAs(kept, settings);
  const known = { ...settings, forks };
  return reconciledAs(await readAll(known), known);
}
