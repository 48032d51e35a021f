import { digests } from '../../engine/digest.ts';
import type { Context } from '../../engine/survey/context.ts';
import { mergeRowSurveys } from '../../engine/survey/survey.ts';
import type { Admitted } from '../admit.ts';
import { type Shown, type ShownId, type ShownRows, shownIds, shownRows } from '../evidence-rows.ts';
import { link } from '../link/link.ts';
import type { Estimator } from '../reconcile/estimator.ts';
import { ledgersOf } from '../reconcile/ledgers.ts';
import { concluded, type Digested, reconcile } from '../reconcile/reconcile.ts';
import type { Run } from '../run-on.ts';
import { type ShardFacts, shardFacts } from '../shard-facts.ts';
import type { Whole } from '../whole.ts';
import type { AcrossShards } from './across.ts';
import { dealtTo } from './deal.ts';
import type { Shelf } from './shelf.ts';

async function linked(shard: number, admitted: Admitted, { survey }: AcrossShards, shelf: Shelf) {
  const { settings, isBilled } = admitted;
  const columns = await dealtTo(shard, admitted, shelf);
  const of = link(columns, settings, { survey, isBilled });
  return { of, ledgers: ledgersOf(of.books, settings) };
}

/** What a shard says of the whole. */
export async function factsOf(
  shard: number,
  admitted: Admitted,
  across: AcrossShards,
  shelf: Shelf,
): Promise<ShardFacts> {
  const { of, ledgers } = await linked(shard, admitted, across, shelf);
  return shardFacts(of, ledgers, across.models);
}

/** Ids of requests and payments that findings may name, once all shards are known. */
function namedBy({ digest: { evidence, totals } }: Digested): Set<ShownId> {
  const ids = new Set<ShownId>();
  for (const kinds of evidence.values())
    for (const subjects of kinds.values())
      for (const seen of subjects.values()) for (const id of shownIds(seen)) ids.add(id);
  for (const channels of Object.values(totals.partners.partnerless))
    for (const { requestIds } of channels.values())
      for (const id of requestIds.value) ids.add(`request ${id}`);
  return ids;
}

/** What a shard comes to, and the rows that findings may name, by their ids: some of one id as JSON. */
export interface DigestedShard extends Digested {
  readonly rows: Iterable<readonly [ShownId, string]>;
}

function* asTexts(named: ReadonlySet<ShownId>, shown: ShownRows): Generator<[ShownId, string]> {
  const rowsOf = shown(named);
  for (const id of named) yield [id, JSON.stringify([...rowsOf(id)])];
}

export async function digestOf(
  shard: number,
  admitted: Admitted,
  across: AcrossShards,
  context: Context,
  shelf: Shelf,
  estimator?: Estimator,
): Promise<DigestedShard> {
  const { settings, sources } = admitted;
  const { of, ledgers } = await linked(shard, admitted, across, shelf);
  const digested = reconcile(of.books, ledgers, settings, context, estimator);
  const shown = shownRows(of.books, settings, ledgers.currency, sources);
  return { ...digested, rows: asTexts(namedBy(digested), shown) };
}

/** What shards come to, one after another. */
export class MergedShards {
  #all: Digested | undefined;
  /** Rows of findings, by ids that are in one shard alone: as text, for there may be some for each row of the books. */
  readonly #texts = new Map<ShownId, string>();

  add({ rows, digest, survey }: DigestedShard): void {
    for (const [id, text] of rows) this.#texts.set(id, text);
    if (this.#all === undefined) this.#all = { digest, survey };
    else {
      digests.merge(this.#all.digest, digest);
      this.#all = { digest: this.#all.digest, survey: mergeRowSurveys(this.#all.survey, survey) };
    }
  }

  /** Once all have been added. */
  run(whole: Whole, estimator?: Estimator): Run {
    const reconciled = concluded(this.#all as Digested, whole, estimator);
    return {
      whole,
      reconciled,
      shown: () => (id) => JSON.parse(this.#texts.get(id) ?? '[]') as Shown[],
    };
  }
}
