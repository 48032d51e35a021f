import { type Digest, digests } from '#shared/engine/digest.ts';
import type { RowSurvey } from '#shared/engine/survey/survey.ts';
import { type Admitted, admit, forksOf } from '#shared/run/admit.ts';
import type { ShownId } from '#shared/run/evidence-rows.ts';
import { estimatorOf } from '#shared/run/reconcile/reconcile.ts';
import type { Run } from '#shared/run/run-on.ts';
import type { Forks } from '#shared/run/settings.ts';
import { mergeFacts, type ShardFacts } from '#shared/run/shard-facts.ts';
import { type AcrossShards, acrossShards } from '#shared/run/shards/across.ts';
import { deal } from '#shared/run/shards/deal.ts';
import { Unions } from '#shared/run/shards/labels.ts';
import { type DigestedShard, digestOf, factsOf, MergedShards } from '#shared/run/shards/shard-books.ts';
import { type Shelf, shardsIn } from '#shared/run/shards/shelf.ts';
import { type Whole, wholeOf } from '#shared/run/whole.ts';
import { valuesAt, writeValues } from './objects/zipped.ts';
import { headsOf, settingsOf, shelfOf } from './read-columns.ts';
import { keys, type RunStep } from './run-file.ts';

/**
 * Looks at what the sources say beside their rows.
 * @returns how many shards the books make; the forks, where rows must be read once more before anything can be linked
 * @throws Rejection where sources are not what they were given for
 */
export async function plan(step: RunStep): Promise<{ forks: Forks } | { shards: number }> {
  const { run, forks, roomBytes } = step;
  const { heads, bytes } = await headsOf(step);
  const found = forks === null ? forksOf(run.sources, heads) : undefined;
  if (found !== undefined) return { forks: found };
  admit(heads, run.sources, settingsOf(step));
  return { shards: shardsIn(bytes, roomBytes) };
}

async function booksOf(step: RunStep): Promise<Admitted & { shelf: Shelf }> {
  const { heads } = await headsOf(step);
  return { ...admit(heads, step.run.sources, settingsOf(step)), shelf: shelfOf(step) };
}

/** Entries of one value: one alone would not be worth its parsing, and no line is longer than a text may be. */
const ENTRIES = 1000;

function* some<T>(entries: Iterable<T>): Generator<T[]> {
  let next: T[] = [];
  for (const entry of entries) {
    if (next.push(entry) < ENTRIES) continue;
    yield next;
    next = [];
  }
  if (next.length > 0) yield next;
}

type AcrossValue =
  | Pick<AcrossShards, 'survey' | 'models'>
  | { readonly unions: AcrossShards['unions'] }
  | { readonly source: number; readonly labels: readonly number[] };

function* acrossValues({ survey, models, unions, asideLabels }: AcrossShards): Generator<AcrossValue> {
  yield { survey, models };
  for (const next of some(unions)) yield { unions: next };
  for (const [source, all] of asideLabels) for (const labels of some(all)) yield { source, labels };
}

/** Looks at all rows, and leaves what only they show together. */
export async function look(step: RunStep): Promise<void> {
  const books = await booksOf(step);
  const across = await acrossShards(books, books.shelf);
  await writeValues(step.objects, step.place + keys.across, acrossValues(across));
}

/** What was left of a look; labels of some sources alone. */
async function acrossIn({ place, objects }: RunStep, sources: readonly number[] = []): Promise<AcrossShards> {
  const unions: AcrossShards['unions'][number][] = [];
  const asideLabels = new Map(sources.map((source): [number, number[]] => [source, []]));
  let known: Pick<AcrossShards, 'survey' | 'models'> | undefined;
  for await (const value of valuesAt<AcrossValue>(objects, place + keys.across)) {
    if ('survey' in value) known = value;
    else if ('unions' in value) unions.push(...value.unions);
    else asideLabels.get(value.source)?.push(...value.labels);
  }
  if (known === undefined) throw new Error('what all rows show is missing');
  return { ...known, unions, asideLabels };
}

/** Deals the rows of a task's sources to shards. */
export async function dealTask(step: RunStep): Promise<void> {
  const { run, task, shards } = step;
  const books = await booksOf(step);
  const counted = new Set(books.counted.map(({ source }) => source));
  const sources = (run.tasks[task] ?? []).filter((source) => counted.has(source));
  const { unions: pairs, asideLabels } = await acrossIn(step, sources);
  const unions = new Unions(pairs);
  for (const source of sources)
    await deal(source, unions, asideLabels.get(source) ?? [], shards, books.shelf);
}

/** Links a shard, and leaves what it says of the whole. */
export async function linkShard(step: RunStep): Promise<void> {
  const { shard, objects, place } = step;
  const books = await booksOf(step);
  const facts = await factsOf(shard, books, await acrossIn(step), books.shelf);
  await writeValues(objects, place + keys.facts(shard), [facts]);
}

async function wholeIn({ place, objects, shards }: RunStep, books: Admitted): Promise<Whole> {
  const facts: ShardFacts[] = [];
  for (let shard = 0; shard < shards; shard++)
    for await (const of of valuesAt<ShardFacts>(objects, place + keys.facts(shard))) facts.push(of);
  return wholeOf(mergeFacts(facts), books);
}

type DigestValue =
  | { readonly digest: ReturnType<typeof digests.pack>; readonly survey: RowSurvey }
  | { readonly code: string; readonly kind: string; readonly seen: readonly (readonly [string, unknown])[] }
  | { readonly rows: readonly (readonly [ShownId, string])[] };

/** What a shard has come to, its lists by parts. */
function* digestValues({ digest, survey, rows }: DigestedShard): Generator<DigestValue> {
  yield { digest: digests.pack({ ...digest, evidence: digests.empty().evidence }), survey };
  for (const [code, kinds] of digest.evidence)
    for (const [kind, subjects] of kinds)
      for (const next of some(subjects))
        yield { code, kind, seen: next.map(([name, seen]) => [name, subjects.monoid.pack(seen)]) };
  for (const next of some(rows)) yield { rows: next };
}

/** Reconciles a shard, and leaves what it comes to. */
export async function digestShard(step: RunStep): Promise<void> {
  const { shard, objects, place } = step;
  const books = await booksOf(step);
  const { context } = await wholeIn(step, books);
  const estimator = estimatorOf(books.settings, context.currency);
  const digested = await digestOf(shard, books, await acrossIn(step), context, books.shelf, estimator);
  await writeValues(objects, place + keys.digest(shard), digestValues(digested));
}

async function digestIn({ place, objects }: RunStep, shard: number): Promise<DigestedShard> {
  let of: { digest: Digest; survey: RowSurvey } | undefined;
  const rows: (readonly [ShownId, string])[] = [];
  for await (const value of valuesAt<DigestValue>(objects, place + keys.digest(shard))) {
    if ('digest' in value) of = { digest: digests.unpack(value.digest), survey: value.survey };
    else if ('rows' in value) rows.push(...value.rows);
    else
      for (const [name, seen] of value.seen)
        of?.digest.evidence.at(value.code).at(value.kind).addPacked(name, seen);
  }
  if (of === undefined) throw new Error(`shard ${shard} has left nothing`);
  return { ...of, rows };
}

/** What all shards come to. */
export async function runOfShards(step: RunStep): Promise<Run> {
  const whole = await wholeIn(step, await booksOf(step));
  const merged = new MergedShards();
  for (let shard = 0; shard < step.shards; shard++) merged.add(await digestIn(step, shard));
  return merged.run(whole);
}
