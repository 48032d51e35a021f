import { type FoundWire, found } from '../../engine/report/found.ts';
import { inReportOrder, type Ranked } from '../../engine/report/ranked.ts';
import { keys } from '../keys.ts';
import { stage } from '../stage.ts';
import { sorted } from '../store/sorted.ts';
import { readLines, writeLines } from '../store/store.ts';
import { groupsOf } from './merge.ts';

/** Puts the findings of each group of buckets into one order, so that nobody has to read from all of them at once. */
export const sort = stage({
  id: 'sort',
  title: 'sorting findings',
  async plan(run, buckets) {
    const all = found.empty();
    for await (const wire of buckets as AsyncIterable<FoundWire>) found.merge(all, found.unpack(wire));
    return {
      run: { ...run, found: found.pack(all) as FoundWire },
      tasks: groupsOf(run.settings.shards),
    };
  },
  async work({ group, start, end }: ReturnType<typeof groupsOf>[number], _run, { store }): Promise<void> {
    const shards = (await store.list(keys.findings)).slice(start, end);
    const lists = shards.map(({ key }) => readLines<Ranked>(store, key));
    await writeLines(store, keys.sortedOf(group), sorted(lists, inReportOrder));
  },
});
