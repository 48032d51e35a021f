import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { words } from '#tools/read/words.ts';
import {
  CREDENTIAL,
  type Fault,
  type Kind,
  redirectTo,
  refuseWith,
} from '../../../support/gateways/stand-in.ts';
import { buildSmallBooks, FIRST_SECOND, TestReading } from '../../../support/gateways/test-reading.ts';

const MEGABYTE = 1024 ** 2;
const LIMIT = { replyBytesMax: MEGABYTE };

/** Creates a reading with a fault at the n-th request. */
function readingWith(fault: Fault, ...at: number[]): TestReading {
  const reading = new TestReading();
  for (const n of at) reading.gateway.faults.set(n, fault);
  return reading;
}
const packed = (body: string | Buffer, encoding = 'gzip'): Fault => ({
  headers: { 'content-encoding': encoding },
  body,
});
const unit = (json: string): Fault => ({ body: `{"data":{"quota_per_unit":${json}}}` });
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a reply that is too large ends the reading with a sentence', () => {
  test.each<[string, Fault, RegExp]>([
    ['large', { body: 'x'.repeat(2 * MEGABYTE) }, /larger than 1048576 bytes/],
    ['large after unpacking', packed(gzipSync('x'.repeat(64 * MEGABYTE))), /larger than 1048576/],
    ['without end, and empty after unpacking', 'endless', /larger than 1048576 bytes/],
    ['in an encoding that was not requested', packed('x', 'br'), /encoding that was not requested/],
    ['nested too deeply', { body: deep(200_000) }, /nested too deeply/],
    [
      'nested too deeply in a row',
      { body: `{"data":{"items":[{"id":1,"x":${deep(5000)}}]}}` },
      /nested too deeply/,
    ],
    ['that is not JSON', { body: '<!doctype html>' }, /not JSON/],
  ])('%s', async (_, fault, sentence) => {
    const reading = readingWith(fault, 2);
    await expect(reading.run(undefined, LIMIT)).rejects.toThrow(sentence);
    expect(reading.gateway.floodBytes).toBeLessThan(8 * MEGABYTE);
    expect(reading.messages).toEqual([]);
  });

  test('all replies together', async () => {
    const reading = new TestReading();
    await expect(reading.run(undefined, { readingBytesMax: 500 })).rejects.toThrow(
      /more than the reader accepts/,
    );
    expect(reading.gateway.requests.length).toBeLessThan(4);
  });

  test('an invalid gzip reply is requested again', async () => {
    const reading = readingWith(packed('not gzip'), 2);
    await reading.run();
    expect(reading.messages[0]).toMatch(/the connection broke \(Z_DATA_ERROR\); trying again/);
  });

  test('a gzip reply is unpacked', async () => {
    const reading = readingWith(packed(gzipSync('{"success":true,"data":{"quota_per_unit":7}}')), 1);
    await reading.run();
    expect(reading.settings.quotaPerUnit).toBe(7);
  });
});

describe('a reply that is not HTTP ends the reading at the first attempt', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  test.each<[string, string]>([
    ['of another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['without a head', '<html></html>'],
    ['with two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['with a length and chunks', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`],
    ['with a chunk without a size', `${head}Transfer-Encoding: chunked\r\n\r\n{}\r\n`],
    ['with an endless head', `${head}X: ${'x'.repeat(100_000)}\r\n\r\n{}`],
    [
      'that changes the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('%s', async (_, bytes) => {
    const reading = readingWith({ bytes }, 2);
    await expect(reading.run()).rejects.toThrow(/^http:.*: the reply is not valid HTTP \(HPE_\w+\)\./);
    expect(reading.gateway.requests).toHaveLength(2);
    expect(reading.messages).toEqual([]);
  });
});

describe('a quota per unit', () => {
  test.each(['500000', '"500000"', '1', '"7300000.5"'])('of %s is accepted', async (json) => {
    const reading = readingWith(unit(json), 1);
    await reading.run();
    expect(`${reading.settings.quotaPerUnit}`).toBe(json.replaceAll('"', ''));
  });
  test.each(['0', '-5', '1e-9', '1e300', '1e999', 'true', '[500000]', '"5e5"', '"0x7a120"', '""', 'null'])(
    'of %s ends the reading',
    (json) =>
      expect(readingWith(unit(json), 1).run()).rejects.toThrow(
        '/api/status: data.quota_per_unit is missing, or is not a plain number from 1 to 1000000000.',
      ),
  );
});

describe('a redirect', () => {
  test.each<[string, string, string]>([
    ['to an invalid address', 'http://[bad', 'redirects to an invalid address'],
    ['to itself', '/api/status', 'redirects too many times'],
    [
      'to a host whose name contains the credential',
      `https://${CREDENTIAL}.example/`,
      'redirects to https://***.example, which must not',
    ],
  ])('%s', async (_, to, sentence) =>
    expect(readingWith(redirectTo(to), 1, 2, 3, 4).run()).rejects.toThrow(sentence),
  );
});

describe('a gateway that refuses gives its reason', () => {
  test.each<[string, number, Fault, string]>([
    [
      'with status 200',
      2,
      refuseWith('无权进行此操作，未提供 Veloera-User'),
      "the gateway refused the request. It says: “无权进行此操作，未提供 Veloera-User”. Add the id of the user to whom the credential belongs, for example --user-id 1 or --header 'Veloera-User: 1'",
    ],
    [
      'with status 401',
      2,
      { status: 401, body: '{"success":false,"message":"access token 无效"}' },
      'the gateway does not accept the credential. Set GATEWAY_ACCESS_TOKEN to a valid access token, and check --user-id. It says: “access token 无效”.',
    ],
    [
      'in the format of OpenAI',
      2,
      { status: 403, body: '{"error":{"message":"not an administrator"}}' },
      'Use the token of an administrator. It says: “not an administrator”.',
    ],
    [
      'with an HTML page of its proxy',
      2,
      { status: 404, body: '<html>' },
      'the gateway does not have this path. Check --base-url and --connector.',
    ],
    ['in the reply to /api/status', 1, refuseWith('维护中'), '维护中'],
    [
      'for a bad token, with status 200',
      2,
      refuseWith('无权进行此操作，access token 无效'),
      'access token 无效”. If access was denied, check that GATEWAY_ACCESS_TOKEN is the access token of an administrator, and --user-id',
    ],
    ['for its payments, for any other reason', 6, refuseWith('no permission'), 'topup: the gateway refused'],
  ])('%s', async (_, n, fault, sentence) => expect(readingWith(fault, n).run()).rejects.toThrow(sentence));

  test('shortened to a sentence, in both languages', async () => {
    const error = await readingWith(refuseWith('未提供 New-Api-User'), 2)
      .run()
      .catch((reason: unknown) => reason);
    const zh = expect.stringMatching(/^\/api\/log\/：网关拒绝了请求。网关的原话：“未提供 New-Api-User”。/);
    expect(error).toMatchObject({ sentences: [{ zh }] });
  });
});

describe('a gateway that quotes the credential', () => {
  test.each<[string, string]>([
    ['unchanged', CREDENTIAL],
    ['in capitals', CREDENTIAL.toUpperCase()],
    ['at the end of a shortened message', `${'很长的一句话'.repeat(31)}${CREDENTIAL}`],
  ])('in a message, %s', async (_, quoted) => {
    const error = await readingWith(refuseWith(`invalid: ${quoted}`), 2)
      .run()
      .catch((reason: Error) => reason);
    expect(String(error)).toContain('It says: “invalid: ');
    expect(String(error).toLowerCase()).not.toContain(CREDENTIAL.slice(0, 8));
  });

  const secret = 'tok/en+"ABCDEFGHIJ"-klmnop';
  const inCode = (before: string) =>
    [...secret].map((letter) => before + letter.charCodeAt(0).toString(16)).join('');
  const nested = (text: string) => JSON.stringify(text).slice(1, -1);
  test.each<[string, string]>([
    ['unchanged', nested(secret)],
    ['with escaped slashes', nested(secret).replace('/', String.raw`\/`)],
    ['with one escaped letter', nested(secret).replace('t', String.raw`\u0074`)],
    ['with all letters escaped', inCode(String.raw`\u00`)],
    ['in JSON within JSON', nested(nested(secret).replace('/', String.raw`\/`))],
    ['with all letters escaped in JSON within JSON', inCode(String.raw`\\u00`)],
    ['in an address', encodeURIComponent(secret)],
    ['in an address within an address', inCode('%25')],
  ])('in rows, %s: it is written nowhere', async (_, quoted) => {
    const other = nested(`{"task_id":"${quoted}","billing_tokens":{"${quoted}":1}}`);
    const row = `{"id":1,"created_at":${FIRST_SECOND},"model_name":"model-${quoted}","${quoted}":1,"other":"${other}"}`;
    const reading = readingWith({ body: `{"data":{"items":[${row}]}}` }, 3);
    await reading.run(['--user-id', '1', '--header', `X-Proxy-Key: ${secret}`]);
    const text = [...reading.files().values()].join();
    for (const form of [secret, nested(secret), nested(nested(secret)), quoted])
      expect(text).not.toContain(form);
    expect(text).toContain('"model_name":"model-***"');
  });
});

describe('Veloera', () => {
  test.each([
    [['--user-id', '1']],
    [['--header', 'Veloera-User: 1', '--header', 'X-Team: secret-of-a-team']],
  ])(
    'is requested with %j; it has no list of top-ups, and the settings say what is missing',
    async (args) => {
      const reading = new TestReading('veloera');
      await reading.run(args);
      const { gateway, messages, settings } = reading;
      expect(gateway.requests.at(-1)?.headers['veloera-user']).toBe('1');
      if (args.length > 2) expect(gateway.requests.at(-1)?.headers['x-team']).toBe('secret-of-a-team');
      const files = reading.files();
      expect([...files.values(), ...messages].join()).not.toMatch(/secret-of-a-team|veloera-user/i);
      expect([...files.keys()].sort()).toEqual([
        ...['channels.jsonl', 'logs-2026-10-01.jsonl', 'month.json', 'reading.json'],
      ]);
      expect(settings.payments).toBeUndefined();
      expect(settings.missing.payments.en).toMatch(/^new-api before 2025-10-07.* no list of top-ups/);
      expect(settings.missing.payments.zh).toMatch(/没有充值列表/);
      expect(messages).toContainEqual(expect.stringMatching(/^payments\.jsonl: not read\. new-api before/));
    },
  );
});

describe('the expected duration is printed before the start', () => {
  const about = (rows: number, requests: number) =>
    `About ${rows} log rows in ${requests} requests: 0 seconds at 100000 requests a minute.`;
  test.each<[Kind, number, number]>([
    ['new-api', 1234, 16],
    ['clamped', 123, 16],
    ['one-hub', 1234, 16],
    ['one-api', 1234, 127],
    ['one-api', 10, 4],
  ])('by %s with %i rows', async (kind, rows, requests) => {
    const reading = new TestReading(kind, buildSmallBooks(rows));
    await reading.run(undefined, { intervalMs: 0.6 });
    expect(reading.messages[0]).toBe(about(rows, requests));
  });

  test('for a million rows in pages of ten: hours, and how to be faster', () => {
    const { en, zh } = words.ahead(1_000_000, 100_031, 100_031 * 600, 100);
    expect(en).toBe(
      'About 1000000 log rows in 100031 requests: 16.7 hours at 100 requests a minute. A higher --rate is faster, if the gateway allows it; an export of the table is faster still.',
    );
    expect(zh).toContain('每分钟 100 次需要 16.7 小时');
  });

  test('not for a gateway without page numbers, whose repeated pages end the reading', async () => {
    const reading = new TestReading('circling');
    await expect(reading.run([])).rejects.toThrow(/3 pages in a row repeat earlier pages/);
    expect(reading.gateway.requests.length).toBeLessThan(50);
    expect(reading.messages).toEqual([]);
  });
});
