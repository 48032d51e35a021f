import { SingleBar } from 'cli-progress';
import type { Steps } from '#shared/ledger/steps.ts';
import type { Watcher } from './run-month.ts';

/** What each step does, in the words of whoever waits for it. */
const DOING: Record<keyof Steps, string> = {
  deal: 'reading files',
  survey: 'looking at row ids',
  normalize: 'reading rows',
  link: 'joining upstream rows',
  digestRequests: 'checking requests',
  digestCharges: 'checking charges',
};

const SECOND_MS = 1000;

/** On a terminal a bar for each step, with the time left; in a pipe a line for each. */
export function progressOn(stream: NodeJS.WriteStream, isQuiet: boolean): Watcher {
  if (isQuiet) return { step: () => () => {} };
  const startedAt = performance.now();
  return {
    step(step, tasks) {
      const elapsed = ((performance.now() - startedAt) / SECOND_MS).toFixed(1);
      if (!stream.isTTY) {
        stream.write(`${elapsed} s: ${DOING[step]}\n`);
        return () => {};
      }
      const bar = new SingleBar({
        stream,
        clearOnComplete: true,
        stopOnComplete: true,
        hideCursor: true,
        format: `{bar} ${DOING[step]}  {value} of {total}  {eta_formatted} left`,
      });
      bar.start(tasks, 0);
      return () => bar.increment();
    },
  };
}
