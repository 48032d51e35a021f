import { type Digest, digest, digests } from '#shared/engine/digest.ts';
import { packShard, type ShardWire, shards, unpackShard } from '#shared/engine/groups/shard.ts';
import { report } from '#shared/engine/report/report.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import { type Survey, survey } from '#shared/engine/survey/survey.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Merges neighbours, then neighbours of what came out, as a workflow would. */
function mergedAsTree(boxes: Digest[]): Digest {
  if (boxes.length === 1) return boxes[0] as Digest;
  const pairs: Digest[] = [];
  for (let i = 0; i < boxes.length; i += 2) {
    const [left, right] = [boxes[i] as Digest, boxes[i + 1]];
    if (right) digests.merge(left, right);
    pairs.push(digests.unpack(throughJson(digests.pack(left))));
  }
  return mergedAsTree(pairs);
}

/** The way through a workflow: every survey, shard and digest travels as JSON. */
export function reconcileSharded(
  input: ReconciliationInput,
  generatedAt: string,
  count: number,
): ReconciliationReport {
  const ledgers = readLedgers(input);
  const surveyed: Survey = throughJson(survey(ledgers));
  const wires: ShardWire[] = throughJson(shards(ledgers, count).map(packShard));
  const boxes = wires.map((wire) => {
    const box = digest(unpackShard(wire, surveyed.context.currency), surveyed.context);
    return digests.unpack(throughJson(digests.pack(box)));
  });
  return report(mergedAsTree(boxes), surveyed, generatedAt);
}
