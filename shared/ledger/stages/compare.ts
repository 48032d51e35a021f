import type { Ranked } from '../../engine/report/ranked.ts';
import { addFinding, type ChangesWire, changes } from '../changes.ts';
import { meetingOf } from '../digests.ts';
import { keys } from '../keys.ts';
import { numbers, stage } from '../stage.ts';
import { readBucket } from '../store/buckets.ts';
import { readLines } from '../store/store.ts';

/** Tells which findings are new since the earlier run, which are gone, and what their causes came to and come to. */
export const compare = stage({
  id: 'compare',
  title: 'comparing with the last run',
  plan: async (run) => ({ run, tasks: numbers(run.meetings) }),
  async work(bucket: number, { settings: { shards }, meetings }, { store }): Promise<ChangesWire> {
    const before = new Map<string, Ranked>();
    for await (const ranked of readBucket<Ranked>(store, keys.earlier, bucket, meetings))
      before.set(ranked.finding.id, ranked);
    const all = changes.empty();
    for await (const now of readLines<Ranked>(store, keys.findingsOf(bucket % shards))) {
      const { id, code } = now.finding;
      if (meetingOf(code, now.kind, now.name, meetings) !== bucket) continue;
      addFinding(all, before.get(id), now);
      before.delete(id);
    }
    for (const gone of before.values()) addFinding(all, gone, undefined);
    return changes.pack(all) as ChangesWire;
  },
});
