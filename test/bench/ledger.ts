import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { S3Objects } from '#functions/steps/s3-objects.ts';
import { bundleSteps } from '#infra/bundle.ts';
import { stages } from '#shared/ledger/registry.ts';
import { pagesOf } from '#shared/normalizer/intake/pages.ts';
import { S3Server } from '../support/ledger/s3-server.ts';
import type { StageCost, StageJob } from './ledger-stage.ts';

const USAGE = 'npm run bench:ledger -- --rows 10000,100000,1000000 [--parts 7]';
/** Rows of one object of the bench: some 40 MB. */
const OBJECT_ROWS = 60_000;
const DAY_S = 86_400;
const DAYS = 28;

type Row = Readonly<Record<string, unknown>>;
const example = (name: string): readonly Row[] =>
  pagesOf(JSON.parse(readFileSync(`examples/new-api-${name}.json`, 'utf8')), 'logs').rows as Row[];
const BOOKS = { logs: example('export'), upstream: example('upstream') };
const IDS = /^(?:request_id|upstream_request_id|requestId|upstreamId|task_id)$/;

/** The example's rows as other customers would have them on another day. */
function copyOf(row: Row, copy: number): Row {
  const moved = Object.entries(row).map(([key, value]) => {
    if (IDS.test(key) && typeof value === 'string' && value !== '') return [key, `${value}.${copy}`];
    if (key === 'id' && typeof value === 'number') return [key, value + copy * 100_000];
    if (key === 'user_id' && typeof value === 'number' && value > 0)
      return [key, value + (copy % 5000) * 100];
    if (key === 'created_at' && typeof value === 'number') return [key, value + (copy % DAYS) * DAY_S];
    if (key === 'other' && typeof value === 'string')
      return [key, value.replaceAll(/"task_id":"([^"]+)"/g, (_, id) => `"task_id":"${id}.${copy}"`)];
    return [key, value];
  });
  return Object.fromEntries(moved);
}

function* copies(rows: readonly Row[], count: number): Generator<string> {
  for (let n = 0; n < count; n++)
    yield `${JSON.stringify(copyOf(rows[n % rows.length] as Row, Math.floor(n / rows.length)))}\n`;
}

/** @returns rows and bytes that were put into the bucket */
async function putBooks(objects: S3Objects, prefix: string, rows: number) {
  const share = BOOKS.logs.length / (BOOKS.logs.length + BOOKS.upstream.length);
  let bytes = 0;
  for (const [ledger, count] of [
    ['logs', Math.round(rows * share)],
    ['upstream', Math.round(rows * (1 - share))],
  ] as const) {
    const lines = copies(BOOKS[ledger], count);
    for (let object = 0; object * OBJECT_ROWS < count; object++) {
      const size = Math.min(OBJECT_ROWS, count - object * OBJECT_ROWS);
      const body = Array.from({ length: size }, () => lines.next().value as string);
      await objects.write(`${prefix}${ledger}/${object}.jsonl`, body);
      bytes += body.reduce((sum, { length }) => sum + length, 0);
    }
  }
  return bytes;
}

async function inChild(job: StageJob): Promise<StageCost> {
  const child = fork(new URL('ledger-stage.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(job);
  const [cost] = (await once(child, 'message')) as [StageCost];
  return cost;
}

interface Line {
  readonly stage: string;
  readonly tasks: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** One run through the bundle, each stage in a process of its own that does all its tasks one after another. */
async function runOf(rows: number, objects: S3Objects, bundle: string) {
  const prefix = `exports/${rows}/`;
  const output = `reports/${rows}/`;
  const bytes = await putBooks(objects, prefix, rows);
  const input = {
    ...{ connector: 'new-api', quotaPerUnit: 500_000, output },
    ...{ logs: `${prefix}logs/`, upstreamCharges: `${prefix}upstream/` },
    ...(values.parts !== undefined && { parts: Number(values.parts) }),
  };
  const listed = await inChild({
    bundle,
    events: [{ step: 'list', input, startedAt: '2026-11-22T00:00:00Z' }],
  });
  const [place] = listed.results as [{ run: string; output: string }];
  const lines: Line[] = [{ stage: 'list', tasks: 1, cpuMs: listed.cpuMs, peakMb: listed.peakMb }];
  for (const { id } of stages) {
    const planned = await inChild({ bundle, events: [{ step: 'plan', stage: id, ...place }] });
    lines.push({ stage: `plan ${id}`, tasks: 1, cpuMs: planned.cpuMs, peakMb: planned.peakMb });
    let text = '';
    for await (const chunk of objects.read(`${place.run}tasks/${id}.jsonl`))
      text += Buffer.from(chunk).toString();
    const tasks = text.split('\n').filter((line) => line !== '');
    if (tasks.length === 0) continue;
    const events = tasks.map((task) => ({
      step: 'work',
      stage: id,
      ...place,
      task: JSON.parse(task) as unknown,
    }));
    const cost = await inChild({ bundle, events });
    lines.push({ stage: id, tasks: tasks.length, cpuMs: cost.cpuMs, peakMb: cost.peakMb });
  }
  const sizeBelow = async (at: string) => (await objects.list(at)).reduce((sum, { bytes }) => sum + bytes, 0);
  const [scratch, reports] = [await sizeBelow(place.run), await sizeBelow(output)];
  return { rows, bytes, scratch, reports, lines };
}

const slope = (points: readonly (readonly [number, number])[]): number => {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x0, y0] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
};

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000,100000' }, parts: { type: 'string' } },
});
const sizes = values.rows.split(',').map(Number);
if (sizes.some((size) => !(size > 0))) throw new TypeError(USAGE);
const scratch = mkdtempSync(join(tmpdir(), 'bench-ledger-'));
const server = await new S3Server('books').start();
const endpoint = await server.door();
const { folder, stamp } = bundleSteps(scratch);
Object.assign(process.env, {
  ...{ S3_ENDPOINT: endpoint, LEDGER_BUCKET: 'books', LEDGER_INPUT: 'exports/', LEDGER_OUTPUT: 'reports/' },
  ...{
    LEDGER_STAMP: stamp,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  },
});
const objects = new S3Objects(new S3Client({ endpoint, forcePathStyle: true }), 'books');
const points: [number, number][] = [];
for (const rows of sizes) {
  const run = await runOf(rows, objects, join(folder, 'index.mjs'));
  const total = run.lines.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  points.push([Math.log(rows), Math.log(total)]);
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(
    `${rows} rows, ${mb(run.bytes)} MB: ${(total / 1000).toFixed(1)} s of CPU, ${((1000 * rows) / total).toFixed(0)} rows/s and core; scratch ${mb(run.scratch)} MB, report ${mb(run.reports)} MB`,
  );
  for (const { stage, tasks, cpuMs, peakMb } of run.lines)
    console.log(
      `  ${stage.padEnd(22)}${String(tasks).padStart(6)} tasks${(cpuMs / 1000).toFixed(2).padStart(10)} s${peakMb.toFixed(0).padStart(7)} MB`,
    );
}
if (points.length > 1) console.log(`growth exponent ${slope(points).toFixed(2)}`);
server.close();
rmSync(scratch, { recursive: true, force: true });
