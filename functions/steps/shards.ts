import { type Digest, digests } from '#shared/engine/digest.ts';
import type { RowSurvey } from '#shared/engine/survey/survey.ts';
import type { EvidenceByCode } from '#shared/engine/tally/evidence.ts';
import { type Admitted, admit, forksOf } from '#shared/run/admit.ts';
import type { ShownId } from '#shared/run/evidence-rows.ts';
import { estimatorOf } from '#shared/run/reconcile/reconcile.ts';
import { reportSource } from '#shared/run/report.ts';
import type { Forks } from '#shared/run/settings.ts';
import { mergeFacts, type ShardFacts } from '#shared/run/shard-facts.ts';
import { type AcrossShards, acrossShards } from '#shared/run/shards/across.ts';
import { deal } from '#shared/run/shards/deal.ts';
import { Unions } from '#shared/run/shards/labels.ts';
import { type DigestedShard, digestOf, factsOf, MergedShards } from '#shared/run/shards/shard-books.ts';
import { type Shelf, shardsIn } from '#shared/run/shards/shelf.ts';
import { type Whole, wholeOf } from '#shared/run/whole.ts';
import { linesOf, readZipped, valuesIn, writeZipped } from './objects/zipped.ts';
import { headsOf, type ReadRun, settingsWith, shelfOf } from './read-columns.ts';
import { keys } from './run-file.ts';

/** The names of forks, where their rows must be read once more before anything can be linked. */
interface Asked {
  readonly forks: Forks;
}

/** How many shards the books of a run make. */
interface Planned {
  readonly shards: number;
}

/**
 * Looks at what the sources say beside their rows.
 * @param roomBytes of columns that one function has room for
 * @throws Rejection where sources are not what they were given for
 */
export async function plan(read: ReadRun, roomBytes: number): Promise<Asked | Planned> {
  const { run, forks } = read;
  const { heads, bytes } = await headsOf(read);
  const found = forks === null ? forksOf(run.sources, heads) : undefined;
  if (found !== undefined) return { forks: found };
  admit(heads, run.sources, settingsWith(run, forks));
  return { shards: shardsIn(bytes, roomBytes) };
}

async function booksOf(read: ReadRun): Promise<Admitted & { shelf: Shelf }> {
  const { run, forks, place, objects } = read;
  const { heads } = await headsOf(read);
  return {
    ...admit(heads, run.sources, settingsWith(run, forks)),
    shelf: shelfOf(place, forks, objects),
  };
}

/** Entries of one line: no line is longer than a text may be. */
const LINE_ENTRIES = 1000;

function* inLines<T>(entries: Iterable<T>): Generator<T[]> {
  let line: T[] = [];
  for (const entry of entries) {
    if (line.push(entry) < LINE_ENTRIES) continue;
    yield line;
    line = [];
  }
  if (line.length > 0) yield line;
}

type AcrossLine =
  | Pick<AcrossShards, 'survey' | 'models'>
  | { readonly unions: AcrossShards['unions'] }
  | { readonly source: number; readonly labels: readonly number[] };

function* acrossLines({ survey, models, unions, asideLabels }: AcrossShards): Generator<AcrossLine> {
  yield { survey, models };
  for (const line of inLines(unions)) yield { unions: line };
  for (const [source, all] of asideLabels) for (const labels of inLines(all)) yield { source, labels };
}

/** Looks at all rows, and leaves what only they show together. */
export async function look(read: ReadRun): Promise<void> {
  const books = await booksOf(read);
  const across = await acrossShards(books, books.shelf);
  await writeZipped(read.objects, read.place + keys.across, linesOf(acrossLines(across)));
}

/** What was left of a look; labels of some sources alone. */
async function acrossIn({ place, objects }: ReadRun, sources: readonly number[] = []): Promise<AcrossShards> {
  const lines = valuesIn<AcrossLine>(readZipped(objects, place + keys.across));
  const unions: (readonly [number, number])[] = [];
  const asideLabels = new Map<number, number[]>();
  let known: Pick<AcrossShards, 'survey' | 'models'> | undefined;
  for await (const line of lines) {
    if ('survey' in line) known = line;
    else if ('unions' in line) unions.push(...line.unions);
    else if (sources.includes(line.source)) {
      const labels = asideLabels.get(line.source) ?? [];
      asideLabels.set(line.source, labels);
      labels.push(...line.labels);
    }
  }
  if (known === undefined) throw new Error('what all rows show is missing');
  return { ...known, unions, asideLabels };
}

/** Deals the rows of a task's sources to shards. */
export async function dealTask(read: ReadRun, task: number, shards: number): Promise<void> {
  const books = await booksOf(read);
  const counted = new Set(books.counted.map(({ source }) => source));
  const sources = (read.run.tasks[task] ?? []).filter((source) => counted.has(source));
  const { unions: pairs, asideLabels } = await acrossIn(read, sources);
  const unions = new Unions(pairs);
  for (const source of sources)
    await deal(source, unions, asideLabels.get(source) ?? [], shards, books.shelf);
}

/** Links a shard, and leaves what it says of the whole. */
export async function linkShard(read: ReadRun, shard: number): Promise<void> {
  const books = await booksOf(read);
  const facts = await factsOf(shard, books, await acrossIn(read), books.shelf);
  await writeZipped(read.objects, read.place + keys.facts(shard), linesOf([facts]));
}

async function wholeIn({ place, objects }: ReadRun, books: Admitted, shards: number): Promise<Whole> {
  const facts: ShardFacts[] = [];
  for (let shard = 0; shard < shards; shard++)
    for await (const of of valuesIn<ShardFacts>(readZipped(objects, place + keys.facts(shard))))
      facts.push(of);
  return wholeOf(mergeFacts(facts), books);
}

type Packed = ReturnType<typeof digests.pack>;

type DigestLine =
  | { readonly digest: Packed; readonly survey: RowSurvey }
  | { readonly code: string; readonly kind: string; readonly seen: readonly (readonly [string, unknown])[] }
  | { readonly rows: readonly (readonly [ShownId, string])[] };

function* evidenceLines(evidence: EvidenceByCode): Generator<DigestLine> {
  for (const [code, kinds] of evidence)
    for (const [kind, subjects] of kinds)
      for (const some of inLines(subjects))
        yield { code, kind, seen: some.map(([name, seen]) => [name, subjects.monoid.pack(seen)]) };
}

/** Reconciles a shard, and leaves what it comes to. */
export async function digestShard(read: ReadRun, shard: number, shards: number): Promise<void> {
  const books = await booksOf(read);
  const { context } = await wholeIn(read, books, shards);
  const { digest, survey, rows } = await digestOf(
    shard,
    books,
    await acrossIn(read),
    context,
    books.shelf,
    estimatorOf(books.settings, context.currency),
  );
  function* lines(): Generator<DigestLine> {
    const { evidence } = digest;
    yield { digest: digests.pack({ ...digest, evidence: digests.empty().evidence }), survey };
    yield* evidenceLines(evidence);
    for (const line of inLines(rows)) yield { rows: line };
  }
  await writeZipped(read.objects, read.place + keys.digest(shard), linesOf(lines()));
}

async function digestIn({ place, objects }: ReadRun, shard: number): Promise<DigestedShard> {
  let of: { digest: Digest; survey: RowSurvey } | undefined;
  const rows: (readonly [ShownId, string])[] = [];
  for await (const line of valuesIn<DigestLine>(readZipped(objects, place + keys.digest(shard)))) {
    if ('digest' in line) of = { digest: digests.unpack(line.digest), survey: line.survey };
    else if ('rows' in line) rows.push(...line.rows);
    else
      for (const [name, seen] of line.seen)
        of?.digest.evidence.at(line.code).at(line.kind).addPacked(name, seen);
  }
  if (of === undefined) throw new Error(`shard ${shard} has left nothing`);
  return { ...of, rows };
}

/** The report of all shards. @param page the console's page, which it is put into */
export async function reportOf(read: ReadRun, shards: number, page: () => string) {
  const books = await booksOf(read);
  const whole = await wholeIn(read, books, shards);
  const merged = new MergedShards();
  for (let shard = 0; shard < shards; shard++) merged.add(await digestIn(read, shard));
  const { generatedAt, language, sources } = read.run;
  const { connector } = books.settings;
  return {
    rejected: whole.rejected.length,
    source: reportSource(merged.run(whole), { sources, generatedAt, connector, page, language }),
  };
}
