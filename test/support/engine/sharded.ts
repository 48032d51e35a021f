import { conclude, reviewAll, settle } from '#shared/engine/conclude.ts';
import { type Customers, customers, type Digest, digests } from '#shared/engine/digest.ts';
import { digest } from '#shared/engine/digester.ts';
import { shards } from '#shared/engine/groups/shard.ts';
import { report } from '#shared/engine/report/report.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import type { Context } from '#shared/engine/survey/context.ts';
import type { Facts } from '#shared/engine/survey/facts.ts';
import { type Survey, survey } from '#shared/engine/survey/survey.ts';
import { bucketOf } from '#shared/hash.ts';
import type { PaymentFacts } from '#shared/payment-facts.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Merges neighbours, then neighbours of what came out, as a workflow would. */
function mergedAsTree(parts: Digest[]): Digest {
  if (parts.length === 1) return parts[0] as Digest;
  const pairs: Digest[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [left, right] = [parts[i] as Digest, parts[i + 1]];
    if (right) digests.merge(left, right);
    pairs.push(digests.unpack(throughJson(digests.pack(left))));
  }
  return mergedAsTree(pairs);
}

/** Takes the customers out of digests, and settles them in so many buckets: a digest of each. */
function settled(parts: readonly Digest[], context: Context, count: number): Digest[] {
  const buckets = Array.from({ length: count }, (): Customers => customers.empty());
  for (const part of parts) {
    for (const [name, tallies] of Object.entries(part.customers))
      for (const [userId, tally] of tallies)
        buckets[bucketOf(userId, count)]?.[name]?.addPacked(userId, throughJson(tallies.monoid.pack(tally)));
    part.customers = customers.empty();
  }
  return buckets.map((bucket) => {
    const digested = digests.empty();
    settle(digested, bucket, context);
    return digested;
  });
}

/** The way through a workflow: every survey and digest travels as JSON, and no request is taken for plain. */
export function reconcileSharded(
  input: ReconciliationInput,
  generatedAt: string,
  count: number,
  facts?: Facts,
  paid?: PaymentFacts,
): ReconciliationReport {
  const ledgers = readLedgers(input, paid);
  const surveyed: Survey = throughJson(survey(ledgers, facts));
  const parts = shards(ledgers, count).map((shard) => {
    const part = digest(shard, surveyed.context, true);
    return digests.unpack(throughJson(digests.pack(part)));
  });
  const all = mergedAsTree([...parts, ...settled(parts, surveyed.context, count)]);
  const conclusions = conclude(all, surveyed.context);
  reviewAll(conclusions.evidence, throughJson(conclusions.briefs), surveyed.context);
  return report(conclusions, surveyed, generatedAt);
}
