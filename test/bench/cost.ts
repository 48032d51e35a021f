import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LEDGER_SIZES, type Measurement } from '#tools/cost/measurements.ts';
import { bundledPosts, eventOf } from './handlers.ts';
import { taken } from './processes.ts';
import { median } from './stopwatch.ts';

/**
 * `npm run cost` measures what `tools/cost/measurements.ts` keeps. Each size runs in a process of its own, so that the
 * first call is a first one, and 15 times after it; printed are the medians of five processes.
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

function measured(file: string, body: string): Measurement & { readonly loadCpuMs: number } {
  const { loadCpuMs, callsCpuMs, logBytes, reply } = taken(file, eventOf('reconcile', body), WARM_CALLS + 1);
  const [firstCpuMs = 0, ...warm] = callsCpuMs;
  return {
    requestBytes: body.length,
    replyBytes: reply.body.length,
    gzipBytes: gzipSync(reply.body, { level: 1 }).length,
    logBytes,
    firstCpuMs,
    warmCpuMs: median(warm),
    loadCpuMs,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'cost-'));
const file = bundledPosts(folder).get('reconcile') ?? '';
for (const records of LEDGER_SIZES) {
  const body = JSON.stringify(ledgersOf(records));
  const runs = Array.from({ length: ROUNDS }, () => measured(file, body));
  const names = Object.keys(runs[0] ?? {}) as (keyof (typeof runs)[number])[];
  console.log({
    records,
    ...Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name]))])),
  });
}
rmSync(folder, { recursive: true });
