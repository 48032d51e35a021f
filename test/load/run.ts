import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { example } from '#functions/example/example.ts';
import { RECORDS_MAX } from '#shared/limits.ts';
import { accepted, refused } from '../support/service/documented-requests.ts';

const SECONDS = Number(process.argv[2] ?? 30);
const ROUNDS = 4;

const JSON_HEADERS = { 'content-type': 'application/json' };
const [row] = example.downstreamUsage;
const fullLedger = Array.from({ length: RECORDS_MAX }, (_, i) => ({ ...row, requestId: `req-${i}` }));

/** Good and bad traffic, each request with the only status that it may have. */
const traffic = [
  { method: 'GET', path: '/api/v1/connectors', status: 200 },
  { method: 'GET', path: '/openapi.json', status: 200 },
  { method: 'GET', path: '/nowhere', status: 404 },
  { method: 'POST', ...accepted.reconcile, status: 200 },
  { method: 'POST', ...accepted.normalize, status: 200 },
  { method: 'POST', ...refused.reconcile?.invalid_json, status: 400 },
  { method: 'POST', ...refused.reconcile?.invalid_request, status: 400 },
  { method: 'POST', ...refused.normalize?.prohibited_field, status: 400 },
  { method: 'POST', ...refused.reconcile?.payload_too_large, status: 413 },
  { method: 'POST', ...refused.reconcile?.unsupported_media_type, status: 415 },
  {
    method: 'POST',
    path: '/api/v1/reconcile',
    body: { downstreamUsage: fullLedger, upstreamCharges: [] },
    status: 200,
  },
].map((request) => ({ body: undefined, headers: JSON_HEADERS, ...request }));

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
const memory: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: 8,
    duration: Math.ceil(SECONDS / ROUNDS),
    timeout: 30,
    requests: traffic.map(({ method, path, body, headers, status }) => ({
      method: method as 'GET' | 'POST',
      path: path ?? '/',
      headers: { ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      onResponse: (received: number) => {
        if (received !== status) unexpected++;
      },
    })),
  });
  memory.push(await rss());
  const { requests, latency, errors, timeouts } = result;
  console.log(
    `round ${round + 1}: ${requests.total} requests, ${requests.average}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${errors} errors, ${timeouts} timeouts, ${memory.at(-1)} MB`,
  );
  unexpected += errors + timeouts;
}
server.disconnect();

// The first round warms up: code is compiled, and the heap takes its size.
const [, first = 0] = memory;
const last = memory.at(-1) ?? 0;
const isFlat = last <= first * 1.25;
console.log(
  `${unexpected} unexpected replies; memory ${first} -> ${last} MB, ${isFlat ? 'flat' : 'growing'}`,
);
process.exitCode = unexpected === 0 && isFlat ? 0 : 1;
