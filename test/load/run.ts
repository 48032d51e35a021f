import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { example } from '#functions/example/example.ts';
import { RECORDS_MAX } from '#shared/limits.ts';
import {
  acceptedRequests,
  type DocumentedRequest,
  refusedRequests,
} from '../support/service/documented-requests.ts';

const SECONDS = Number(process.argv[2] ?? 30);
const ROUNDS = 4;
const CLIENTS = 8;

const JSON_HEADERS = { 'content-type': 'application/json' };
const [row] = example.downstreamUsage;
const fullLedger = Array.from({ length: RECORDS_MAX }, (_, i) => ({ ...row, requestId: `req-${i}` }));

interface Traffic extends Partial<DocumentedRequest> {
  readonly method: string;
  readonly status: number;
}

/** Valid and invalid requests with their expected status. */
const traffic = [
  { method: 'GET', path: '/api/v1/connectors', status: 200 },
  { method: 'GET', path: '/openapi.json', status: 200 },
  { method: 'GET', path: '/nowhere', status: 404 },
  { method: 'POST', ...acceptedRequests.reconcile, status: 200 },
  { method: 'POST', ...acceptedRequests.normalize, status: 200 },
  { method: 'POST', ...refusedRequests.reconcile?.invalid_json, status: 400 },
  { method: 'POST', ...refusedRequests.reconcile?.invalid_request, status: 400 },
  { method: 'POST', ...refusedRequests.normalize?.prohibited_field, status: 400 },
  { method: 'POST', ...refusedRequests.reconcile?.payload_too_large, status: 413 },
  { method: 'POST', ...refusedRequests.reconcile?.unsupported_media_type, status: 415 },
  {
    method: 'POST',
    path: '/api/v1/reconcile',
    body: { downstreamUsage: fullLedger, upstreamCharges: [] },
    status: 200,
  },
].map(({ method, path = '/', body, status, headers = JSON_HEADERS }: Traffic) => ({
  method,
  path,
  status,
  headers,
  ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
}));

const server = fork(new URL('../support/service/service-process.ts', import.meta.url), {
  execArgv: ['--expose-gc'],
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
const [{ port }] = await once(server, 'message');
const rss = async (): Promise<number> => {
  server.send('memory');
  const [{ rssMb }] = await once(server, 'message');
  return rssMb;
};

let unexpected = 0;

/** A client that sends each request as soon as it has read the last reply. */
async function client(until: number, microseconds: RecordableHistogram): Promise<void> {
  for (let turn = 0; performance.now() < until; turn++) {
    const { path, status, ...request } = traffic[turn % traffic.length] as (typeof traffic)[number];
    const start = performance.now();
    try {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, request);
      await reply.arrayBuffer();
      if (reply.status !== status) unexpected++;
    } catch {
      unexpected++;
    }
    microseconds.record(Math.ceil((performance.now() - start) * 1000));
  }
}

const memory: number[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const microseconds = createHistogram();
  const until = performance.now() + (SECONDS * 1000) / ROUNDS;
  await Promise.all(Array.from({ length: CLIENTS }, () => client(until, microseconds)));
  memory.push(await rss());
  const ms = (percentile: number) => Math.round(microseconds.percentile(percentile) / 1000);
  console.log(
    `round ${round}: ${microseconds.count} requests, p50 ${ms(50)} ms, p99 ${ms(99)} ms, ${memory.at(-1)} MB`,
  );
}
server.disconnect();

// The first round is a warm-up: code is compiled and the heap grows.
const [, first = 0] = memory;
const last = memory.at(-1) ?? 0;
const isFlat = last <= first * 1.25;
console.log(
  `${unexpected} unexpected replies; memory ${first} -> ${last} MB, ${isFlat ? 'flat' : 'growing'}`,
);
process.exitCode = unexpected === 0 && isFlat ? 0 : 1;
