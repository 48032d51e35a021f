import { admit, suppliedBy, wholeOf } from '../books.ts';
import type { Source, SourceHead } from '../read/read.ts';
import { concluded, type Digested, estimatorOf, type PricesAround } from '../reconcile/reconcile.ts';
import type { Run, Watch } from '../run-on.ts';
import type { RunSettings } from '../settings.ts';
import { mergeFacts, type ShardFacts } from '../shard-facts.ts';
import { acrossShards } from './across.ts';
import { deal } from './deal.ts';
import { Unions } from './labels.ts';
import { added, KeptRows } from './merged.ts';
import { countedIn, digestOf, factsOf, type ShelvedBooks } from './shard-books.ts';
import type { Shelf } from './shelf.ts';

/**
 * Books of which nothing but the heads of their sources is known.
 * @throws Rejection as `admit` does
 */
export function shelved(
  heads: readonly SourceHead[],
  sources: readonly Source[],
  given: RunSettings,
): ShelvedBooks {
  const settings = { ...given, supplied: suppliedBy(heads, given) };
  return { heads, sources, settings, own: admit(heads, sources, settings) };
}

/** Rows of the sources that count. */
export const rowsOf = (books: ShelvedBooks): number =>
  countedIn(books).reduce((sum, source) => sum + (books.heads[source]?.rows ?? 0), 0);

/**
 * A run on columns that lie on a shelf, each under the name of its source: what `runOn` is, shard by shard. Rows that
 * may have anything to do with each other come to one shard, so that each shard is linked and reconciled as if it were
 * all; what only all of them show is told before that (`acrossShards`, `wholeOf`), and what they show is added up.
 * @throws Rejection as `runOn` does
 */
export async function runInShards(
  heads: readonly SourceHead[],
  sources: readonly Source[],
  given: RunSettings,
  shards: number,
  shelf: Shelf,
  prices: PricesAround = {},
  watch: Watch = () => () => {},
): Promise<Run> {
  const books = shelved(heads, sources, given);
  const { settings, own } = books;
  const linking = watch('link', shards + 2);
  const across = await acrossShards(countedIn(books), rowsOf(books), settings, shelf);
  linking();
  const unions = new Unions(across.unions);
  for (const source of countedIn(books))
    await deal(source, unions, across.asideLabels.get(source) ?? [], shards, shelf);
  linking();
  const facts: ShardFacts[] = [];
  for (let shard = 0; shard < shards; shard++) {
    facts.push(await factsOf(shard, books, across, shelf));
    linking();
  }
  const whole = wholeOf(mergeFacts(facts), heads, sources, settings, own);
  const reconciling = watch('reconcile', shards);
  const estimator = estimatorOf(settings, whole.context.currency, prices);
  const kept = new KeptRows();
  let all: Digested | undefined;
  for (let shard = 0; shard < shards; shard++) {
    const { named, shown, ...digested } = await digestOf(
      shard,
      books,
      across,
      whole.context,
      shelf,
      estimator,
    );
    for (const id of named) kept.add(id, JSON.stringify([...shown(id)]));
    all = added(all, digested);
    reconciling();
  }
  return { whole, reconciled: concluded(all as Digested, whole, estimator), shown: kept.shown };
}
