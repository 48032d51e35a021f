import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { monthCommand } from '#tools/month/command.ts';
import { S3Server } from '../../../support/ledger/s3-server.ts';

const server = new S3Server('books');
const folder = mkdtempSync(join(tmpdir(), 'buckets-'));
const UNIT = ['--connector', 'new-api', '--quota-per-unit', '500000', '--quiet'];
const FILES = { logs: 'examples/new-api-export.json', upstream: 'examples/new-api-upstream.json' };

const CHANNELS = JSON.stringify(
  [1, 2, 3, 12, 15].map((id) => ({ id, name: 'the first provider', type: 1, key: '', base_url: '' })),
);

beforeAll(async () => {
  // Both runs at one time: a report says when it was made, in more than one form.
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23), toFake: ['Date'] });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', await server.door(({ at }) => !at.startsWith('forbidden/')));
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'TEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'TEST');
  for (const [name, file] of Object.entries(FILES))
    server.memory.put(`october/${name}/${basename(file)}`, readFileSync(file));
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const keysAt = (prefix: string): string[] =>
  [...server.memory.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
/** A report names the files whose rows it shows. */
const unplaced = (bytes: Buffer | undefined): string =>
  String(bytes).replaceAll(/(?:s3:\/\/books\/october\/\w+|examples)\//g, '');

test('a report of objects, published in a bucket, is that of the same files in a folder', async () => {
  const out = join(folder, 'report');
  const list = join(folder, 'channels.json');
  writeFileSync(list, CHANNELS);
  server.memory.put('october/channels.json', Buffer.from(CHANNELS));
  const fromFiles = [
    ...['--logs', FILES.logs, '--upstream', FILES.upstream, '--out', out],
    ...['--channels', list],
  ];
  const code = await monthCommand([...UNIT, ...fromFiles]);
  const inBucket = [
    ...['--logs', 's3://books/october/logs', '--upstream', 's3://books/october/upstream/'],
    ...['--channels', 's3://books/october/channels.json'],
  ];
  expect(await monthCommand([...UNIT, ...inBucket, '--out', 's3://books/reports'])).toBe(code);

  const pointer = JSON.parse(String(server.memory.objects.get('reports/latest.json')));
  expect(
    keysAt('reports/').every((key) => key === 'reports/latest.json' || key.startsWith(pointer.report)),
  ).toBe(true);
  const files = readdirSync(out).filter((name) => !name.startsWith('.'));
  expect(files.length).toBeGreaterThan(3);
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('the first provider');
  for (const name of files)
    expect(unplaced(server.memory.objects.get(pointer.report + name))).toBe(
      unplaced(readFileSync(join(out, name))),
    );
});

test('the next report stands in a folder of its own, beside what has changed, and the pointer names it', async () => {
  const args = [...UNIT, '--logs', 's3://books/october/logs/', '--out', 's3://books/later/'];
  await monthCommand(args);
  const first = String(server.memory.objects.get('later/latest.json'));
  await monthCommand([...args, '--upstream', 's3://books/october/upstream/']);
  const { report } = JSON.parse(String(server.memory.objects.get('later/latest.json')));
  expect(report).not.toBe(JSON.parse(first).report);
  expect(keysAt(JSON.parse(first).report)).not.toEqual([]);
  expect(JSON.parse(String(server.memory.objects.get(`${report}changes.json`)))).toMatchObject({
    before: { generatedAt: JSON.parse(first).generatedAt },
  });
});

test('a prefix without objects, and one that is forbidden, are told by name', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await monthCommand([...UNIT, '--logs', 's3://books/september/'])).toBe(2);
  expect(await monthCommand([...UNIT, '--logs', 's3://books/forbidden/'])).toBe(2);
  const [none, forbidden] = said.mock.calls.map(([text]) => String(text));
  said.mockRestore();
  expect(none).toContain('--logs: no object has a key that begins with s3://books/september/.');
  expect(forbidden).toContain('forbidden/: S3 answered AccessDenied (403)');
});
