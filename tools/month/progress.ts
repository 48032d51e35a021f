import { SingleBar } from 'cli-progress';
import type { Watcher } from './run-month.ts';

const SECOND_MS = 1000;

/** On a terminal a bar for each stage, with the time left; in a pipe a line for each. */
export function progressOn(stream: NodeJS.WriteStream, isQuiet: boolean): Watcher {
  if (isQuiet) return { stage: () => () => {} };
  const startedAt = performance.now();
  return {
    stage({ title }, tasks) {
      if (tasks === 0) return () => {};
      const elapsed = ((performance.now() - startedAt) / SECOND_MS).toFixed(1);
      if (!stream.isTTY) {
        stream.write(`${elapsed} s: ${title}\n`);
        return () => {};
      }
      const bar = new SingleBar({
        stream,
        clearOnComplete: true,
        stopOnComplete: true,
        hideCursor: true,
        format: `{bar} ${title}  {value} of {total}  {eta_formatted} left`,
      });
      bar.start(tasks, 0);
      return () => bar.increment();
    },
  };
}
