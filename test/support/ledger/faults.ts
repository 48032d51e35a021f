import { type Call, type Shuffle, TaskError } from '../infra/state-machine.ts';

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A state is tried six times; fewer faults than that are outlasted. */
const FAULTS_MAX = 4;

const passing = (name: string): TaskError => new TaskError(name, 'It passes.');

/**
 * What may happen to tasks on their way: they fail before or after their work is done, are done twice at once, and
 * come in any order.
 */
export function faults(chance: () => number): {
  around: (call: Call) => Call;
  shuffle: Shuffle;
  seen: Set<string>;
} {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const around =
    (call: Call): Call =>
    async (resource, args) => {
      const task = JSON.stringify(args);
      const isReader = resource.endsWith(':s3:getObject');
      const count = counts.get(task) ?? 0;
      counts.set(task, count + 1);
      const fate = count < FAULTS_MAX ? chance() : 1;
      if (fate < 0.1) {
        seen.add('failed');
        throw passing(isReader ? 'States.ItemReaderFailed' : 'Lambda.ServiceException');
      }
      if (fate < 0.2) {
        seen.add('lost');
        await call(resource, args);
        throw passing(isReader ? 'States.ItemReaderFailed' : 'States.Timeout');
      }
      if (fate < 0.3) {
        seen.add('twice');
        const [result] = await Promise.all([call(resource, args), call(resource, args)]);
        return result;
      }
      return call(resource, args);
    };
  const shuffle: Shuffle = (items) =>
    items
      .map((item) => ({ item, at: chance() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  return { around, shuffle, seen };
}
