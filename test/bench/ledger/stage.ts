import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** What a child process is told: the bundle, and the events of one function in the order of their tasks. */
export interface StageJob {
  readonly bundle: string;
  readonly events: readonly object[];
}

/** What it cost, as Lambda would bill a function that is called again and again. */
export interface StageCost {
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly results: readonly unknown[];
}

/** The kernel's own record: `maxRSS` is inherited from the parent, which here holds the whole bucket. */
function peakMb(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

process.once('message', async ({ bundle, events }: StageJob) => {
  const { handler } = (await import(pathToFileURL(bundle).href)) as {
    handler: (event: object, context: object) => Promise<unknown>;
  };
  const before = process.cpuUsage();
  const results: unknown[] = [];
  for (const event of events) results.push(await handler(event, { awsRequestId: 'bench' }));
  const { user, system } = process.cpuUsage(before);
  const cost: StageCost = {
    cpuMs: (user + system) / 1000,
    peakMb: peakMb(),
    results,
  };
  process.send?.(cost, () => process.exit(0));
});
