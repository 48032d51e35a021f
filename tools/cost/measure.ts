import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { routes } from '#functions/routes.ts';
import { bundle } from '#infra/bundle.ts';
import { LEDGER_SIZES } from '#tools/cost/measurements.ts';

/**
 * Measures what `tools/cost/measurements.ts` keeps: `node tools/cost/measure.ts`. Each size runs in a process of its own, so that
 * the first call is a first one, and 15 times after it; printed are the medians of five processes.
 */
const ROUNDS = 5;
const WARM_CALLS = 15;
/** One record of 50 is wrong, as in books that need this service. */
const FAULT_EVERY = 50;

/** Three ledgers of one third of the records each. */
function ledgersOf(records: number) {
  const thirds = Array.from({ length: Math.ceil(records / 3) }, (_, n) => n);
  const occurredAt = '2026-03-10T10:00:00Z';
  return {
    downstreamUsage: thirds.map((n) => ({
      requestId: `req-${n}`,
      occurredAt,
      model: `model-${n % 8}`,
      channelId: `c-${n % 5}`,
      status: 'success',
      chargedAmount: `0.0${100 + (n % 89)}`,
    })),
    upstreamCharges: thirds.map((n) => ({
      requestId: `req-${n % FAULT_EVERY === 0 ? `x${n}` : n}`,
      occurredAt,
      model: `model-${n % 8}`,
      status: 'success',
      costAmount: `0.00${100 + (n % 89)}`,
    })),
    payments: thirds.map((n) => ({
      transactionId: `pay-${n}`,
      occurredAt,
      status: 'settled',
      amount: '5',
      creditedAmount: '5',
    })),
  };
}

const SCRIPT = `
  import { readFileSync } from 'node:fs';
  const loadStart = process.cpuUsage();
  const { handler } = await import(process.argv[1]);
  const loadUsage = process.cpuUsage(loadStart);
  const loadCpuMs = (loadUsage.user + loadUsage.system) / 1000;
  const { body, calls } = JSON.parse(readFileSync(0, 'utf8'));
  const event = () => ({
    version: '2.0', rawPath: '/api/v1/reconcile', headers: { 'content-type': 'application/json' },
    requestContext: { domainName: 'x', http: { method: 'POST', path: '/api/v1/reconcile' } },
    body, isBase64Encoded: false,
  });
  const write = process.stdout.write;
  let logBytes = 0;
  process.stdout.write = (line) => { logBytes = Buffer.byteLength(line); return true; };
  const cpuMs = [];
  let reply;
  for (let call = 0; call <= calls; call++) {
    const before = process.cpuUsage();
    reply = await handler(event(), { awsRequestId: '0e6f8c52-5a0b-4d2f-9d0a-3f6a1c7b2d11' });
    const { user, system } = process.cpuUsage(before);
    cpuMs.push((user + system) / 1000);
  }
  process.stdout.write = write;
  if (reply.statusCode !== 200) throw new Error(reply.body);
  console.log(JSON.stringify({ loadCpuMs, firstCpuMs: cpuMs[0], warmCpuMs: cpuMs.slice(1).sort((a, b) => a - b)[calls >> 1], logBytes, reply: reply.body }));
`;

const outdir = mkdtempSync(join(tmpdir(), 'cost-'));
const route = routes.find(({ id }) => id === 'reconcile');
if (!route) throw new Error('No route has the id "reconcile".');
const handler = pathToFileURL(join(bundle([route], outdir).folderOf(route), 'index.mjs')).href;

/** One process: what it measured, and how large its reply was. */
function measured(body: string): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT, handler],
    {
      input: JSON.stringify({ body, calls: WARM_CALLS }),
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  );
  if (status !== 0) throw new Error(stderr);
  const { reply, ...numbers } = JSON.parse(stdout);
  return { replyBytes: reply.length, gzipBytes: gzipSync(reply, { level: 1 }).length, ...numbers };
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

for (const records of LEDGER_SIZES) {
  const body = JSON.stringify(ledgersOf(records));
  const runs = Array.from({ length: ROUNDS }, () => measured(body));
  const medians = Object.keys(runs[0] ?? {}).map((name) => [name, median(runs.map((run) => run[name] ?? 0))]);
  console.log({ records, requestBytes: body.length, ...Object.fromEntries(medians) });
}
rmSync(outdir, { recursive: true });
