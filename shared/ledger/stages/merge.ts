import { readDigests, writeDigest } from '../digests.ts';
import { keys } from '../keys.ts';
import { numbers, stage } from '../stage.ts';

/** The first and the last of some objects, by their place in the list of them. */
interface Group {
  readonly group: number;
  readonly start: number;
  readonly end: number;
}

/** So many groups that each has as many members as there are groups: of a tree of two levels none is the larger. */
export const groupsOf = (count: number): Group[] => {
  const groups = Math.ceil(Math.sqrt(count));
  return numbers(groups).map((group) => ({
    group,
    start: Math.floor((group * count) / groups),
    end: Math.floor(((group + 1) * count) / groups),
  }));
};

/** Digests of a shard: of its requests, its charges, and its customers. */
const ROUNDS = 3;

/** Adds up the digests of each group of shards, so that nobody has to read all of them. */
export const merge = stage({
  id: 'merge',
  title: 'adding up',
  plan: async (run) => ({ run, tasks: groupsOf(ROUNDS * run.settings.shards) }),
  async work({ group, start, end }: Group, _run, { store }): Promise<void> {
    const objects = await store.list(keys.digests);
    await writeDigest(store, keys.whole(group), await readDigests(store, objects.slice(start, end)));
  },
});
