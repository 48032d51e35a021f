import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { words } from '#tools/read/words.ts';
import { smallBooks, TestReading } from '../../../support/gateways/reading.ts';
import type { Fault, manners, oddManners } from '../../../support/gateways/stand-in.ts';

const MEGABYTE = 1024 ** 2;
const LIMIT = { replyBytesMax: MEGABYTE };

let reading: TestReading | undefined;
afterEach(() => reading?.end());
const readingOf = (kind?: keyof typeof manners | keyof typeof oddManners, books = smallBooks()) => {
  reading = new TestReading(kind, books);
  return reading;
};
const gzipped = (text: string): Fault => ({
  kind: 'reply',
  headers: { 'content-encoding': 'gzip' },
  body: gzipSync(text),
});

describe('a reply that is too much ends the reading with a sentence', () => {
  test.each<[string, Fault, RegExp]>([
    ['large', { kind: 'reply', body: 'x'.repeat(2 * MEGABYTE) }, /larger than 1048576 bytes/],
    ['small, and large once it is unpacked', gzipped('x'.repeat(64 * MEGABYTE)), /larger than 1048576 bytes/],
    ['large, and nothing once it is unpacked, without end', { kind: 'endless' }, /larger than 1048576 bytes/],
    [
      'in an encoding that nobody asked for',
      { kind: 'reply', headers: { 'content-encoding': 'br' }, body: 'x' },
      /encoding that was not asked for/,
    ],
    ['deep', { kind: 'reply', body: `${'['.repeat(200_000)}${']'.repeat(200_000)}` }, /nested deeper/],
    [
      'deep in a row',
      {
        kind: 'reply',
        body: `{"success":true,"data":{"items":[{"id":1,"x":${'['.repeat(5000)}${']'.repeat(5000)}}]}}`,
      },
      /nested deeper/,
    ],
    ['no JSON', { kind: 'reply', body: '<!doctype html>' }, /not JSON/],
  ])('%s', async (_, fault, sentence) => {
    const { gateway, ...rest } = readingOf();
    gateway.faults.set(2, fault);
    await expect(reading?.run(undefined, LIMIT)).rejects.toThrow(sentence);
    expect(gateway.flooded).toBeLessThan(8 * MEGABYTE);
    expect(rest.said).toEqual([]);
  });

  test('all of it together', async () => {
    const { gateway } = readingOf();
    await expect(reading?.run(undefined, { readingBytesMax: 500 })).rejects.toThrow(
      /more than a reading takes/,
    );
    expect(gateway.asked.length).toBeLessThan(4);
  });

  test('a packed reply that is none is asked for again', async () => {
    const { gateway, said } = readingOf();
    gateway.faults.set(2, { kind: 'reply', headers: { 'content-encoding': 'gzip' }, body: 'not gzip' });
    await reading?.run();
    expect(said[0]).toMatch(/the connection broke \(Z_DATA_ERROR\); trying again/);
  });

  test('a packed reply is unpacked', async () => {
    const { gateway } = readingOf();
    gateway.faults.set(1, gzipped('{"success":true,"data":{"quota_per_unit":7}}'));
    await reading?.run();
    expect(JSON.parse(reading?.files().get('month.json') ?? '').quotaPerUnit).toBe(7);
  });
});

test('pages that bring nothing new have an end, in a circle, too', async () => {
  const { gateway } = readingOf('circling');
  await expect(reading?.run([], { connector: 'one-api' })).rejects.toThrow(
    /3 pages in a row hold only rows that came before/,
  );
  expect(gateway.asked.length).toBeLessThan(50);
});

describe('a redirect', () => {
  test.each<[string, string, RegExp]>([
    ['to no address', 'http://[bad', /redirects to something that is no address/],
    ['to itself', '/api/status', /redirects in a circle/],
  ])('%s', async (_, to, sentence) => {
    const { gateway } = readingOf();
    for (const n of [1, 2, 3, 4]) gateway.faults.set(n, { kind: 'redirect', to });
    await expect(reading?.run()).rejects.toThrow(sentence);
  });

  test('to a host that has the credential for its name', async () => {
    const { gateway } = readingOf();
    gateway.faults.set(1, { kind: 'redirect', to: `https://${gateway.credential}.example/` });
    await expect(reading?.run()).rejects.toThrow('redirects to https://***.example, which must not');
  });
});

describe('a gateway that refuses says why', () => {
  test.each<[string, Fault, string]>([
    [
      'with status 200',
      { kind: 'refusal', message: '无权进行此操作，未提供 Veloera-User' },
      "the gateway refuses the request. It says: “无权进行此操作，未提供 Veloera-User”. It wants the id of the user that the credential belongs to: --user-id 1, or --header 'Veloera-User: 1'",
    ],
    [
      'with status 401',
      { kind: 'reply', status: 401, body: '{"success":false,"message":"access token 无效"}' },
      'it does not accept the credential. Read it anew from the gateway, and check the user id. It says: “access token 无效”.',
    ],
    [
      'in the way of OpenAI',
      { kind: 'reply', status: 403, body: '{"error":{"message":"not an administrator"}}' },
      'Logs of all users need an administrator. It says: “not an administrator”.',
    ],
    [
      'with a page of its proxy',
      { kind: 'reply', status: 404, body: '<html>' },
      'it has no such path. Check the address and the connector.',
    ],
  ])('%s', async (_, fault, sentence) => {
    const { gateway } = readingOf();
    gateway.faults.set(2, fault);
    await expect(reading?.run()).rejects.toThrow(sentence);
  });

  test('before it tells its unit', async () => {
    const { gateway } = readingOf();
    gateway.faults.set(1, { kind: 'refusal', message: '维护中' });
    await expect(reading?.run()).rejects.toThrow(/维护中/);
  });
});

describe('a gateway that quotes the credential', () => {
  const { credential } = new TestReading().gateway;
  test.each<[string, string]>([
    ['as it is', credential],
    ['in capitals', credential.toUpperCase()],
    ['where the sentence is cut', `${'很长的一句话'.repeat(31)}${credential}`],
  ])('in a message, %s', async (_, quoted) => {
    const { gateway } = readingOf();
    gateway.faults.set(2, { kind: 'refusal', message: `invalid: ${quoted}` });
    const error = await reading?.run().catch((reason: Error) => reason);
    expect(String(error)).toContain('It says: “invalid: ');
    expect(String(error).toLowerCase()).not.toContain(credential.slice(0, 8));
  });

  test('in rows: it is written nowhere', async () => {
    const quoting = { ...smallBooks().logs[0], model_name: `model-${credential}` };
    const other = JSON.stringify({
      upstream_model_name: credential,
      [credential]: 1,
      quotes: `"${credential}"`,
    });
    readingOf('new-api', { ...smallBooks(), logs: [quoting, { ...quoting, id: 2, other }] });
    await reading?.run();
    expect([...(reading?.files().values() ?? [])].join()).not.toContain(credential);
    expect(reading?.files().get('logs-2026-10-01.jsonl')).toContain('"model_name":"model-***"');
  });
});

test('the id of the user leads into Veloera, too', async () => {
  const { gateway } = readingOf('veloera');
  await reading?.run(['--user-id', '1']);
  expect(gateway.asked.at(-1)?.headers['veloera-user']).toBe('1');
});

describe('added headers', () => {
  test('lead into Veloera, and are written nowhere', async () => {
    const { gateway, said } = readingOf('veloera');
    await reading?.run(['--header', 'Veloera-User: 1', '--header', 'X-Team: secret-of-a-team']);
    expect(gateway.asked.at(-1)?.headers).toMatchObject({
      'veloera-user': '1',
      'x-team': 'secret-of-a-team',
    });
    const written = [...(reading?.files().values() ?? []), ...said].join();
    expect(written).not.toContain('secret-of-a-team');
    expect(written).not.toMatch(/veloera-user/i);
  });
});

test('a gateway without a list of top-ups gives its log, and the settings say what is missing', async () => {
  const { said } = readingOf('veloera');
  await reading?.run(['--header', 'Veloera-User: 1']);
  const files = reading?.files();
  expect([...(files?.keys() ?? [])].sort()).toEqual([
    ...['channels.jsonl', 'logs-2026-10-01.jsonl', 'month.json', 'reading.json'],
  ]);
  const settings = JSON.parse(files?.get('month.json') ?? '');
  expect(settings.payments).toBeUndefined();
  expect(settings.missing.payments.en).toMatch(/^new-api before 2025-10-07.* no list of top-ups/);
  expect(settings.missing.payments.zh).toMatch(/没有充值列表/);
  expect(said).toContainEqual(expect.stringMatching(/^payments\.jsonl: not read\. new-api before/));
});

test('any other refusal of the payments ends the reading', async () => {
  const { gateway } = readingOf();
  gateway.faults.set(4, { kind: 'refusal', message: 'no permission' });
  await expect(reading?.run()).rejects.toThrow(/topup: the gateway refuses.*no permission/);
});

describe('the time is told before it starts', () => {
  const MINUTE = { intervalMs: 0.6 };
  test.each<[keyof typeof manners, number, string]>([
    ['new-api', 1234, 'About 1234 log rows in 14 requests: 0 seconds at 100000 requests a minute.'],
    ['clamped', 123, 'About 123 log rows in 14 requests: 0 seconds at 100000 requests a minute.'],
    ['one-hub', 1234, 'About 1234 log rows in 14 requests: 0 seconds at 100000 requests a minute.'],
    ['one-api', 1234, 'About 1234 log rows in 125 requests: 0 seconds at 100000 requests a minute.'],
    ['one-api', 10, 'About 10 log rows in 2 requests: 0 seconds at 100000 requests a minute.'],
  ])('by %s with %i rows', async (kind, rows, sentence) => {
    const { said } = readingOf(kind, smallBooks(rows));
    await reading?.run(undefined, { ...MINUTE, connector: kind === 'clamped' ? 'new-api' : kind });
    expect(said[0]).toBe(sentence);
  });

  test('of a million rows in pages of ten: hours, and what would be faster', () => {
    const { en, zh } = words.ahead(1_000_000, 100_031, 100_031 * 600, 100);
    expect(en).toBe(
      'About 1000000 log rows in 100031 requests: 16.7 hours at 100 requests a minute. --rate sends more, if the gateway permits it; an export of the table is faster still.',
    );
    expect(zh).toContain('每分钟 100 次需要 16.7 小时');
  });

  test('of a gateway that takes no page number, nothing', async () => {
    const { said } = readingOf('circling');
    await expect(reading?.run([], { connector: 'one-api' })).rejects.toThrow();
    expect(said).toEqual([]);
  });
});
