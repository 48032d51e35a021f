import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { CREDENTIAL, StandIn } from '../support/gateways/stand-in.ts';
import { buildSmallBooks } from '../support/gateways/test-reading.ts';

/** The archive that `npm pack` makes, installed into an empty folder without a network, and its commands. */
const folder = mkdtempSync(join(tmpdir(), 'package-'));
const installed = join(folder, 'node_modules', packageJson.name);
afterAll(() => rmSync(folder, { recursive: true }));

const ARCHIVE_BYTES_MAX = 3_000_000;

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
  });
  return { status, stdout, stderr };
}
const reconcile = (args: readonly string[], env?: Record<string, string>) =>
  run('npx', ['llm-reconcile', ...args], env);

beforeAll(() => {
  const packed = run('npm', ['pack', resolve('.'), '--json']);
  const [{ filename, size }] = JSON.parse(packed.stdout);
  expect(size).toBeLessThan(ARCHIVE_BYTES_MAX);
  const install = run('npm', ['install', '--offline', '--no-audit', join(folder, filename)]);
  expect(install.status, install.stderr).toBe(0);
}, 120_000);

test('the package installs no other packages', () => {
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  expect(Object.keys(lock.packages)).toEqual([`node_modules/${packageJson.name}`]);
});

test('demo prints the report of the example, in both languages', () => {
  expect(reconcile(['demo'])).toMatchObject({ status: 0, stdout: expect.stringContaining('Totals in USD') });
  expect(reconcile(['demo'], { LC_ALL: 'zh_CN.UTF-8' }).stdout).toContain('USD');
});

test.each([
  [['--help'], 0, /^llm-reconcile COMMAND/],
  [['month', '--help'], 0, /^llm-reconcile month --/],
  [['read', '--help'], 0, /^llm-reconcile read --/],
  [['serve', '--help'], 0, /^llm-reconcile serve /],
  [['--help', '--language', 'zh'], 0, /^llm-reconcile 命令/],
  [['audit'], 2, /^There is no such command\./],
])('llm-reconcile %j exits with %i', (args, status, output) => {
  const { stdout, stderr, ...ended } = reconcile(args);
  expect(ended.status).toBe(status);
  expect(stdout + stderr).toMatch(output);
});

test('month writes the report and its page', () => {
  const settings = join(installed, 'examples/direct/month.json');
  expect(reconcile(['month', '--settings', settings, '--out', 'report']).status).toBe(1);
  expect(statSync(join(folder, 'report/report.html')).size).toBeGreaterThan(100_000);
});

test('read fetches from a gateway on loopback, and month reads the result', async () => {
  const gateway = new StandIn('new-api', buildSmallBooks());
  const address = await gateway.start();
  const day = ['--from', '2026-10-01', '--to', '2026-10-02'];
  const reader = spawn(
    'npx',
    [
      'llm-reconcile',
      'read',
      '--connector',
      'new-api',
      '--base-url',
      address,
      ...day,
      '--user-id',
      '1',
      '--out',
      'export',
    ],
    { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8', GATEWAY_ACCESS_TOKEN: CREDENTIAL } },
  );
  let output = '';
  for (const stream of [reader.stdout, reader.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [status] = await once(reader, 'exit');
  await gateway.stop();
  expect(status, output).toBe(0);
  expect(output).toContain('llm-reconcile month --settings export/month.json');
  expect(reconcile(['month', '--settings', 'export/month.json', '--quiet']).status).not.toBe(2);
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

test('serve serves the API and the page', async () => {
  const port = await freePort();
  // Without npx, which would not pass the signal on.
  const command = join(installed, packageJson.bin['llm-reconcile']);
  const server = spawn(process.execPath, [command, 'serve', '--port', String(port)], { cwd: folder });
  try {
    await once(server.stdout, 'data');
    const base = `http://127.0.0.1:${port}`;
    const { data } = await (await fetch(`${base}/api/v1/examples/reconciliation`)).json();
    const reply = await fetch(`${base}/api/v1/reconcile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(data),
    });
    expect(reply.status).toBe(200);
    expect((await reply.json()).data.currency).toBe('USD');
    expect(await (await fetch(`${base}/`)).text()).toMatch(/^<!doctype html>/i);
    expect((await fetch(`${base}/engine.js`)).status).toBe(200);
    const taken = reconcile(['serve', '--port', String(port)]);
    expect(taken).toMatchObject({ status: 2, stderr: expect.stringContaining(`Port ${port} is in use.`) });
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});
