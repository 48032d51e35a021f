import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { monthCommand } from '#tools/month/command.ts';
import { S3Server } from '../../../support/ledger/s3-server.ts';

const server = new S3Server('books');
const folder = mkdtempSync(join(tmpdir(), 'buckets-'));
const UNIT = ['--connector', 'new-api', '--quota-per-unit', '500000', '--quiet'];
const FILES = { logs: 'examples/new-api-export.json', upstream: 'examples/new-api-upstream.json' };

beforeAll(async () => {
  // Both runs at one time: a report says when it was made, in more than one form.
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23), toFake: ['Date'] });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', await server.open(({ at }) => !at.startsWith('forbidden/')));
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
const unplaced = (bytes: Buffer | undefined, from: string): string => String(bytes).replaceAll(from, '');

/** Settings of every kind, and all that they name, below one folder. */
const BOOKS: Readonly<Record<string, string | Buffer>> = {
  'month.json': JSON.stringify({
    ...JSON.parse(readFileSync('examples/direct/month.json', 'utf8')),
    quotaPerUnit: undefined,
    status: 'status.json',
    prices: 'prices.json',
    known: 'known.json',
    logs: 'logs',
    upstream: ['bills/cost.csv', 'bills/other.csv'],
    payments: 'payments',
    channels: 'channels.json',
    mapping: { 'other.csv': 'mappings/other.json' },
  }),
  'status.json': JSON.stringify({ success: true, data: { quota_per_unit: 500_000 } }),
  'prices.json': JSON.stringify({
    currency: 'CNY',
    models: [{ model: 'deepseek-*', input: '2', output: '3' }],
  }),
  'known.json': JSON.stringify({ known: [{ code: 'payment_under_credited', note: 'a gift' }] }),
  'channels.json': JSON.stringify(
    [4].map((id) => ({ id, name: 'the first provider', type: 1, key: '', base_url: '' })),
  ),
  'logs/log.jsonl': readFileSync('examples/direct/log.jsonl'),
  'bills/cost.csv': readFileSync('examples/direct/cost-2026-10.csv'),
  'bills/other.csv': 'Id,At,Model,Paid\na,2026-10-02 08:00:00,deepseek-chat,0.25\n',
  'mappings/other.json': JSON.stringify({
    rows: 'upstreamCharges',
    columns: { upstreamId: 'Id', occurredAt: 'At', model: 'Model', costAmount: 'Paid' },
    timeZone: 'UTC',
  }),
  'payments/topups.json': readFileSync('examples/direct/topups.json'),
  'payments/wechat.csv': readFileSync('examples/direct/wechat-2026-10.csv'),
};

test('settings and files in a bucket give the same report as in a folder', async () => {
  const books = join(folder, 'books');
  for (const [name, content] of Object.entries(BOOKS)) {
    mkdirSync(join(books, dirname(name)), { recursive: true });
    writeFileSync(join(books, name), content);
    server.memory.put(`november/${name}`, Buffer.from(content));
  }
  const out = join(folder, 'report');
  const code = await monthCommand(['--settings', join(books, 'month.json'), '--quiet', '--out', out]);
  const inBucket = ['--settings', 's3://books/november/month.json', '--quiet', '--out', 's3://books/reports'];
  expect(await monthCommand(inBucket)).toBe(code);

  const pointer = JSON.parse(String(server.memory.objects.get('reports/latest.json')));
  expect(
    keysAt('reports/').every((key) => key === 'reports/latest.json' || key.startsWith(pointer.report)),
  ).toBe(true);
  const files = readdirSync(out).filter((name) => !name.startsWith('.'));
  expect(files.length).toBeGreaterThan(3);
  expect(readFileSync(join(out, 'report.html'), 'utf8').includes('the first provider')).toBe(true);
  for (const name of files)
    expect(
      unplaced(server.memory.objects.get(pointer.report + name), 's3://books/november/') ===
        unplaced(readFileSync(join(out, name)), `${books}/`),
      name,
    ).toBe(true);
});

test('the next report is written to its own folder, with its changes, and the pointer names it', async () => {
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

test.each([
  ['en', 'books: S3 answered NoSuchBucket (404): there is no such bucket.'],
  ['zh', 'books：S3 回答 NoSuchBucket (404)：没有这个存储桶。'],
])('an invalid bucket name is named, %s', async (language, sentence) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.memory.faults = () => [404, 'NoSuchBucket'];
  await monthCommand([...UNIT, '--logs', 's3://books/october/', '--language', language]);
  server.memory.faults = () => undefined;
  const [[text]] = errors.mock.calls as [[string]];
  errors.mockRestore();
  expect(text).toContain(sentence);
});

const absent = (name: string): string[] => {
  const file = 's3://books/october/nowhere.json';
  return [`--${name}`, name === 'mapping' ? `new-api-export.json=${file}` : file];
};

test('empty prefixes, forbidden prefixes and missing files are named', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await monthCommand([...UNIT, '--logs', 's3://books/september/'])).toBe(2);
  expect(await monthCommand([...UNIT, '--logs', 's3://books/forbidden/'])).toBe(2);
  for (const name of ['prices', 'known', 'status', 'settings', 'mapping'])
    await monthCommand([...UNIT, '--logs', 's3://books/october/logs/', ...absent(name)]);
  const [none, forbidden, ...files] = errors.mock.calls.map(([text]) => String(text));
  errors.mockRestore();
  expect(none).toContain('--logs: there is no object below s3://books/september/.');
  expect(forbidden).toContain('forbidden/: S3 answered AccessDenied (403)');
  expect(files).toHaveLength(5);
  for (const text of files)
    expect(text).toContain('october/nowhere.json: S3 answered NoSuchKey (404): there is no such object.');
});
