import { digest } from '../../engine/digest.ts';
import { type ChargeWire, chargesOf, unpackCharge } from '../../engine/groups/shard.ts';
import { NO_ROWS } from '../../engine/survey/survey.ts';
import { writeShard } from '../digests.ts';
import { keys } from '../keys.ts';
import { numbers, stage } from '../stage.ts';
import { readWholeBucket } from '../store/buckets.ts';

/** Digests the upstream rows of each shard's upstream ids, whatever requests they belong to. */
export const digestCharges = stage({
  id: 'digest-charges',
  title: 'checking charges',
  plan: async (run) => ({ run, tasks: numbers(run.settings.shards) }),
  async work(shard: number, { settings, context }, { store }): Promise<void> {
    const wires = await readWholeBucket<ChargeWire>(store, keys.charges, shard, settings.shards);
    const rows = wires.map((wire) => unpackCharge(wire, context.currency));
    const charges = chargesOf(rows).flatMap((groups) => [...groups.values()]);
    const digested = digest({ requests: [], charges, payments: [] }, context);
    await writeShard(store, 'charges', shard, settings, { digest: digested, rows: NO_ROWS });
  },
});
