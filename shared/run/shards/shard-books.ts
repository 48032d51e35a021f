import type { Context } from '../../engine/survey/context.ts';
import type { Admitted } from '../admit.ts';
import { type ShownId, type ShownRows, shownIds, shownRows } from '../evidence-rows.ts';
import { link } from '../link/link.ts';
import type { Estimator } from '../reconcile/estimator.ts';
import { ledgersOf } from '../reconcile/ledgers.ts';
import { type Digested, reconcile } from '../reconcile/reconcile.ts';
import { UsageRows } from '../reconcile/usage-rows.ts';
import { type ShardFacts, shardFacts } from '../shard-facts.ts';
import type { AcrossShards } from './across.ts';
import { dealtTo } from './deal.ts';
import type { Shelf } from './shelf.ts';

type Across = Pick<AcrossShards, 'survey' | 'models'>;

async function linked(shard: number, admitted: Admitted, { survey }: Across, shelf: Shelf) {
  const { settings, isBilled } = admitted;
  const columns = await dealtTo(shard, admitted, shelf);
  const of = link(columns, settings, { survey, isBilled });
  return { of, ledgers: ledgersOf(of.books, settings) };
}

/** What a shard says of the whole. */
export async function factsOf(
  shard: number,
  admitted: Admitted,
  across: Across,
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

/** What a shard comes to, and the rows that findings may name. */
export interface DigestedShard extends Digested {
  readonly named: ReadonlySet<ShownId>;
  readonly shown: ReturnType<ShownRows>;
}

export async function digestOf(
  shard: number,
  admitted: Admitted,
  across: Across,
  context: Context,
  shelf: Shelf,
  estimator?: Estimator,
): Promise<DigestedShard> {
  const { of, ledgers } = await linked(shard, admitted, across, shelf);
  const { books } = of;
  // Linking it has told what these tell.
  for (const logs of [books.sales, books.charges]) logs.forgetOrigin();
  const { settings, sources } = admitted;
  const digested = reconcile(books, ledgers, settings, context, estimator);
  const named = namedBy(digested);
  const plain = new UsageRows(books, settings, ledgers.currency);
  return { ...digested, named, shown: shownRows(books, plain, sources)(named) };
}
