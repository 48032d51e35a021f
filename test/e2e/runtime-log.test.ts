import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildFailedReply, formatRuntimeError } from '#infra/local/invocation.ts';

/**
 * What Lambda's own runtime client logs of a refusal: the local gateway imitates it, and here it is the original. It is
 * fetched for this test alone, because its install script builds a native part that no other test needs.
 */
const RUNTIME_CLIENT = 'aws-lambda-ric@4.0.2';

/** Stands for the native part, which only posts what the client hands it. */
const NATIVE_STAND_IN = `
  import Module from 'node:module';
  const post = (path, body) => fetch('http://' + process.env.AWS_LAMBDA_RUNTIME_API + '/2018-06-01/runtime/invocation/' + path, { method: 'POST', body });
  Module._extensions['.node'] = (module) => {
    module.exports = { done: (id, body) => void post(id + '/response', body), error: (id, body) => void post(id + '/error', body) };
  };`;

const MARKER = 'planted-marker';
const REQUEST_ID = '0e6f8c52-5a0b-4d2f-9d0a-3f6a1c7b2d11';

const folder = mkdtempSync(join(tmpdir(), 'runtime-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  const fetched = spawnSync('npm', ['pack', RUNTIME_CLIENT, '--pack-destination', folder, '--silent'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (fetched.status !== 0) throw new Error(`${RUNTIME_CLIENT} cannot be fetched: ${fetched.stderr}`);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  spawnSync('tar', ['-xzf', archive], { cwd: folder });
  writeFileSync(join(folder, 'package', 'rapid-client.node'), '');
  writeFileSync(join(folder, 'native.mjs'), NATIVE_STAND_IN);
});

/** One invocation of a bundle under the runtime client: what it logged, and what it answered. */
async function invoked(
  routeId: string,
  payload: unknown,
): Promise<{ log: string; outcome: string; reply: string }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = spawn(
    process.execPath,
    ['--import', pathToFileURL(join(folder, 'native.mjs')).href, join(folder, 'package', 'index.mjs')],
    {
      env: {
        ...process.env,
        AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
        AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true',
        _HANDLER: 'index.handler',
        LAMBDA_TASK_ROOT: join(inject('functions'), routeId),
        AWS_LAMBDA_LOG_FORMAT: 'JSON',
        AWS_LAMBDA_FUNCTION_NAME: routeId,
        AWS_LAMBDA_FUNCTION_VERSION: '1',
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
        AWS_LAMBDA_LOG_GROUP_NAME: 'g',
        AWS_LAMBDA_LOG_STREAM_NAME: 's',
      },
    },
  );
  let log = '';
  for (const stream of [client.stdout, client.stderr]) stream.on('data', (chunk) => (log += chunk));
  const answered = new Promise<{ outcome: string; reply: string }>((resolve) => {
    let asked = false;
    server.on('request', async (request, response) => {
      const [, outcome] = /\/invocation\/[^/]+\/(response|error)$/.exec(request.url ?? '') ?? [];
      if (outcome === undefined) {
        // It asks for the next invocation until it ends; there is one.
        if (asked) return;
        asked = true;
        response.writeHead(200, {
          'lambda-runtime-aws-request-id': REQUEST_ID,
          'lambda-runtime-deadline-ms': String(Date.now() + 20_000),
          'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:us-east-1:111122223333:function:f',
        });
        response.end(JSON.stringify(payload));
        return;
      }
      let reply = '';
      for await (const chunk of request) reply += chunk;
      response.writeHead(202).end();
      resolve({ outcome, reply });
    });
  });
  const result = await answered;
  client.kill();
  await once(client, 'close');
  server.closeAllConnections();
  server.close();
  return { log, ...result };
}

test('the runtime logs a thrown refusal with its code and paths, without values or stack', async () => {
  const logs = { success: false, message: `No such customer: ${MARKER}` };
  const { log, outcome, reply } = await invoked('normalize', { connector: 'new-api', logs, quotaPerUnit: 1 });
  expect(outcome).toBe('error');
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    expect.objectContaining({ route: 'normalize', requestId: REQUEST_ID, status: 400 }),
    {
      timestamp: expect.any(String),
      level: 'ERROR',
      requestId: REQUEST_ID,
      message: {
        errorType: 'InvalidRequest',
        errorMessage: expect.stringContaining('logs: is the reply to a failed request.'),
        stackTrace: [''],
      },
    },
  ]);
  expect(log + reply).not.toContain(MARKER);

  // The imitation of the local gateway, on the same error.
  const { errorMessage } = JSON.parse(reply);
  const same = Object.defineProperties(new (class InvalidRequest extends Error {})(errorMessage), {
    name: { value: 'InvalidRequest' },
    stack: { value: '' },
  });
  const { timestamp: _timestamp, ...imitated } = JSON.parse(formatRuntimeError(same, REQUEST_ID));
  expect(lines[1]).toMatchObject(imitated);
  expect(buildFailedReply(same)).toEqual(JSON.parse(reply));
});

test('for an answered invocation only the line of the function is logged', async () => {
  const { log, outcome, reply } = await invoked('reconcile', { downstreamUsage: [] });
  expect(outcome).toBe('response');
  expect(JSON.parse(log)).toMatchObject({ route: 'reconcile', status: 200 });
  expect(JSON.parse(reply)).toHaveProperty('data');
});
