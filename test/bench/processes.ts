import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTEXT, eventOf } from './handlers.ts';
import { median } from './stopwatch.ts';

/** Loads a bundle, calls its handler, and tells what the process has taken by then. */
const SCRIPT = `
  import { readFileSync } from 'node:fs';
  const { handler } = await import(process.argv[1]);
  const { event, context, calls } = JSON.parse(readFileSync(0, 'utf8'));
  const write = process.stdout.write;
  process.stdout.write = () => true;
  let reply;
  for (let call = 0; call < calls; call++) reply = await handler(structuredClone(event), context);
  process.stdout.write = write;
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  console.log(JSON.stringify({ status: reply.statusCode, cpuMs: (user + system) / 1000, rssMb: maxRSS / 1024 }));`;

interface Run {
  readonly cpuMs: number;
  readonly rssMb: number;
}

function run(file: string, event: unknown, calls: number): Run {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT, file],
    { input: JSON.stringify({ event, context: CONTEXT, calls }), encoding: 'utf8', maxBuffer: 1e8 },
  );
  if (status !== 0) throw new Error(stderr);
  const { status: replyStatus, ...taken } = JSON.parse(stdout);
  if (replyStatus !== 200) throw new Error(`The function answered ${replyStatus}.`);
  return taken;
}

const SMALL_BODIES: Readonly<Record<string, string>> = {
  reconcile: '{"downstreamUsage":[]}',
  normalize: '{"connector":"new-api","logs":[],"quotaPerUnit":1}',
};

/** From the start of a process to its first reply, in CPU time: each function in units of one that does nothing. */
export function coldStarts(
  bundles: ReadonlyMap<string, string>,
  folder: string,
  rounds: number,
): Map<string, number> {
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, 'export const handler = async () => ({ statusCode: 200 });');
  const ratios = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    const unit = run(empty, {}, 1).cpuMs;
    for (const [routeId, file] of bundles) {
      const { cpuMs } = run(file, eventOf(routeId, SMALL_BODIES[routeId] ?? ''), 1);
      ratios.set(routeId, [...(ratios.get(routeId) ?? []), cpuMs / unit]);
    }
  }
  return new Map([...ratios].map(([routeId, all]) => [routeId, median(all)]));
}

/** The most memory that a process held which reconciled one body some times, in MB. */
export const peakRssMb = (file: string, body: string, calls: number): number =>
  run(file, eventOf('reconcile', body), calls).rssMb;
