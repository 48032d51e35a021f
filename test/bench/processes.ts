import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTEXT, eventOf } from './handlers.ts';
import { median } from './stopwatch.ts';

/** A program that loads a bundle, calls its handler several times, and prints the costs. */
const SCRIPT = `
  import { readFileSync } from 'node:fs';
  const { handler } = await import(process.argv[1]);
  const { event, context, calls } = JSON.parse(readFileSync(0, 'utf8'));
  const { write } = process.stdout;
  process.stdout.write = () => true;
  let reply;
  for (let call = 0; call < calls; call++) reply = await handler(structuredClone(event), context);
  process.stdout.write = write;
  const { user, system } = process.cpuUsage();
  const [cpuMs, rssMb] = [(user + system) / 1000, process.resourceUsage().maxRSS / 1024];
  console.log(JSON.stringify({ cpuMs, rssMb, statusCode: reply.statusCode }));`;

interface Taken {
  /** CPU time of the process, including its start. */
  readonly cpuMs: number;
  /** Maximum memory. */
  readonly rssMb: number;
  readonly statusCode: number;
}

/** Measures a separate process that loads a bundle and calls its handler several times. */
export function taken(file: string, event: unknown, calls: number): Taken {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT, file],
    { input: JSON.stringify({ event, context: CONTEXT, calls }), encoding: 'utf8', maxBuffer: 1e8 },
  );
  if (status !== 0) throw new Error(stderr);
  const found: Taken = JSON.parse(stdout);
  if (found.statusCode !== 200) throw new Error(`The function answered ${found.statusCode}.`);
  return found;
}

const SMALL_BODIES: Readonly<Record<string, string>> = {
  reconcile: '{"downstreamUsage":[]}',
  normalize: '{"connector":"new-api","logs":[],"quotaPerUnit":1}',
};

/** CPU time from the start of a process to its first reply, as a multiple of a function that does nothing. */
export function coldStarts(
  bundles: ReadonlyMap<string, string>,
  folder: string,
  rounds: number,
): Map<string, number> {
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, 'export const handler = async () => ({ statusCode: 200 });');
  const ratios = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    const unit = taken(empty, {}, 1).cpuMs;
    for (const [routeId, file] of bundles) {
      const { cpuMs } = taken(file, eventOf(routeId, SMALL_BODIES[routeId] ?? ''), 1);
      ratios.set(routeId, [...(ratios.get(routeId) ?? []), cpuMs / unit]);
    }
  }
  return new Map([...ratios].map(([routeId, all]) => [routeId, median(all)]));
}
