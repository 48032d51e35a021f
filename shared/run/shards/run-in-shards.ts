import { digests } from '../../engine/digest.ts';
import { mergeRowSurveys } from '../../engine/survey/survey.ts';
import { admit, suppliedBy, wholeOf } from '../books.ts';
import { unpacked } from '../columns/packed.ts';
import { type Shown, type ShownId, type ShownRows, shownIds, shownRows } from '../evidence-rows.ts';
import { type Across, link } from '../link/link.ts';
import type { Source, SourceHead } from '../read/read.ts';
import type { Estimator } from '../reconcile/estimator.ts';
import { ledgersOf } from '../reconcile/ledgers.ts';
import {
  concluded,
  type Digested,
  estimatorOf,
  type PricesAround,
  plainRowsOf,
  reconcile,
} from '../reconcile/reconcile.ts';
import type { Run, Watch } from '../run-on.ts';
import type { RunSettings } from '../settings.ts';
import { mergeFacts, type ShardFacts, shardFacts } from '../shard-facts.ts';
import { acrossShards } from './across.ts';
import { Dealer, dealtTo } from './deal.ts';
import type { Shelf } from './shelf.ts';

/** The name of a source's columns. */
export const sourceName = (source: number): string => `source-${source}`;

/** Ids of requests and payments that findings may name, once all shards are known. */
function* namedBy({ digest: { evidence, totals } }: Digested): Generator<ShownId> {
  for (const kinds of evidence.values())
    for (const subjects of kinds.values()) for (const seen of subjects.values()) yield* shownIds(seen);
  for (const channels of Object.values(totals.partners.partnerless))
    for (const { requestIds } of channels.values()) for (const id of requestIds.value) yield `request ${id}`;
}

/** Rows of findings, kept as text: there may be some for each row. */
class KeptRows {
  readonly #texts = new Map<ShownId, string[]>();

  add(ids: Iterable<ShownId>, shown: ShownRows): void {
    const wanted = new Set(ids);
    const rowsOf = shown(wanted);
    for (const id of wanted) {
      const rows = [...rowsOf(id)];
      if (rows.length > 0) this.#texts.set(id, [...(this.#texts.get(id) ?? []), JSON.stringify(rows)]);
    }
  }

  get shown(): ShownRows {
    return () => (id) => (this.#texts.get(id) ?? []).flatMap((text) => JSON.parse(text) as Shown[]);
  }
}

/** Books that lie on a shelf, shard by shard. */
class ShelvedBooks {
  readonly #settings: RunSettings;
  readonly #sources: readonly Source[];
  readonly #numbers: readonly number[];
  readonly #across: Omit<Across, 'isFirst'>;
  readonly #shelf: Shelf;

  constructor(
    settings: RunSettings,
    sources: readonly Source[],
    numbers: readonly number[],
    across: Omit<Across, 'isFirst'>,
    shelf: Shelf,
  ) {
    this.#settings = settings;
    this.#sources = sources;
    this.#numbers = numbers;
    this.#across = across;
    this.#shelf = shelf;
  }

  async #linked(shard: number) {
    const columns = await dealtTo(shard, this.#numbers, this.#shelf);
    const linked = link(columns, this.#settings, { ...this.#across, isFirst: shard === 0 });
    return { linked, ledgers: ledgersOf(linked.books, this.#settings) };
  }

  async facts(shard: number, models: readonly string[]): Promise<ShardFacts> {
    const { linked, ledgers } = await this.#linked(shard);
    return shardFacts(linked, ledgers, this.#settings, models);
  }

  async digest(
    shard: number,
    context: Parameters<typeof reconcile>[3],
    estimator: Estimator | undefined,
    kept: KeptRows,
  ): Promise<Digested> {
    const { linked, ledgers } = await this.#linked(shard);
    const { books } = linked;
    for (const logs of [books.sales, books.charges]) logs.forgetOrigin();
    const digested = reconcile(books, ledgers, this.#settings, context, estimator);
    const plain = plainRowsOf(books, this.#settings, ledgers.currency);
    kept.add(namedBy(digested), shownRows(books, plain, this.#sources));
    return digested;
  }
}

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
  const settings = { ...given, supplied: suppliedBy(heads, given) };
  const own = admit(heads, sources, settings);
  const numbers = [...heads.keys()].filter((source) => !own.leftOut.has(source));
  async function* columns() {
    for (const source of numbers) yield await unpacked(shelf.read(sourceName(source)));
  }
  const linking = watch('link', shards + 2);
  const rows = numbers.reduce((sum, source) => sum + (heads[source]?.rows ?? 0), 0);
  const across = await acrossShards(columns, rows, settings);
  linking();
  const dealer = new Dealer(across, shards, shelf);
  for (const source of numbers) await dealer.deal(await unpacked(shelf.read(sourceName(source))), source);
  linking();
  const isBilled = heads.some((head) => head.isBilled);
  const books = new ShelvedBooks(settings, sources, numbers, { survey: across.survey, isBilled }, shelf);
  const facts: ShardFacts[] = [];
  for (let shard = 0; shard < shards; shard++) {
    facts.push(await books.facts(shard, across.models));
    linking();
  }
  const whole = wholeOf(mergeFacts(facts), heads, sources, settings, own);
  const reconciling = watch('reconcile', shards);
  const estimator = estimatorOf(settings, whole.context.currency, prices);
  const kept = new KeptRows();
  let all: Digested | undefined;
  for (let shard = 0; shard < shards; shard++) {
    const digested = await books.digest(shard, whole.context, estimator, kept);
    if (all !== undefined) digests.merge(digested.digest, all.digest);
    all =
      all === undefined ? digested : { ...digested, survey: mergeRowSurveys(all.survey, digested.survey) };
    reconciling();
  }
  return {
    whole,
    reconciled: concluded(all as Digested, whole, estimator),
    shown: kept.shown,
  };
}
