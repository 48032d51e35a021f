import { SingleBar } from 'cli-progress';
import type { Watch } from '#shared/run/run.ts';

const SECOND_MS = 1000;

const TITLES = { read: 'reading files', link: 'joining rows', reconcile: 'checking requests' } as const;

/** On a terminal a bar for each stage, with the time left; in a pipe a line for each. */
export function progressOn(stream: NodeJS.WriteStream, isQuiet: boolean): Watch {
  if (isQuiet) return () => () => {};
  const startedAt = performance.now();
  return (step, parts) => {
    const title = TITLES[step];
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
    bar.start(parts, 0);
    return () => bar.increment();
  };
}
