import type { Ranked } from '../../engine/report/ranked.ts';
import { meetingOf } from '../digests.ts';
import type { EarlierRun } from '../earlier-run.ts';
import { keys } from '../keys.ts';
import { stage } from '../stage.ts';
import { BucketWriter } from '../store/buckets.ts';
import { readLines } from '../store/store.ts';

/** One list of the earlier run's findings. */
interface List {
  readonly list: number;
  readonly key: string;
}

/**
 * Deals what an earlier run found to buckets, where each finding meets the one that it was. A multiple of the shards,
 * so that each bucket belongs to one of them; as many as keep a bucket as small as a shard of either run.
 */
export const recall = stage({
  id: 'recall',
  title: 'recalling findings of the last run',
  async plan(run, _before, { earlier }) {
    const { shards, earlier: last } = run.settings;
    const kept = (last && (await earlier?.(last).list(keys.sorted))) ?? [];
    // Where some of the lists have expired, what they held would seem new.
    if (last === undefined || kept.length < last.lists) return { run, tasks: [] };
    return {
      run: { ...run, meetings: shards * Math.ceil(last.shards / shards) },
      tasks: kept.map(({ key }, list): List => ({ list, key })),
    };
  },
  async work({ list, key }: List, { settings, meetings }, { store, earlier }): Promise<void> {
    const before = earlier?.(settings.earlier as EarlierRun) ?? store;
    const writer = new BucketWriter(store, keys.earlier, `${list}`, meetings);
    for await (const ranked of readLines<Ranked>(before, key))
      await writer.add(meetingOf(ranked.finding.code, ranked.kind, ranked.name, meetings), ranked);
    await writer.flush();
  },
});
