import dns from 'node:dns';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runMonth } from '#tools/month/run-month.ts';
import { type MonthSettings, readMonthSettings } from '#tools/month/settings/settings.ts';
import { createGatewayClient } from '#tools/read/gateway-client.ts';
import { SecretMask } from '#tools/read/secret-mask.ts';
import {
  CREDENTIAL,
  type Fault,
  gatewayKinds,
  type Kind,
  redirectTo,
  StandIn,
} from '../../../support/gateways/stand-in.ts';
import {
  buildGatewayRow,
  FIRST_SECOND,
  TestReading,
  WITHOUT_PAUSES,
} from '../../../support/gateways/test-reading.ts';

const DAY = 86_400;
const payment = (n: number) => ({ id: n + 1, trade_no: `t-${n}`, money: 10, create_time: FIRST_SECOND + n });
/** 250 rows on each of three days, the last one at the last second of its day. */
const books = {
  logs: Array.from({ length: 750 }, (_, n) =>
    buildGatewayRow(n, FIRST_SECOND + Math.floor(n / 250) * DAY + Math.round(((n % 250) / 249) * (DAY - 1))),
  ),
  payments: Array.from({ length: 130 }, (_, n) => payment(n)),
  channels: [{ id: 7, name: 'main', key: 'sk-do-not-write-this', setting: '{"proxy":"http://u:p@proxy"}' }],
  quotaPerUnit: 500_000,
};
const all = books.logs.map(({ id }) => id);
const LOGS = ['logs-2026-10-01.jsonl', 'logs-2026-10-02.jsonl', 'logs-2026-10-03.jsonl'];

const readingOf = (kind: Kind = 'new-api') => new TestReading(kind, books, '2026-10-04');
const idsIn = (text = ''): number[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id);
const ids = (reading: TestReading) =>
  LOGS.flatMap((name) => idsIn(reading.files().get(name))).sort((a, b) => a - b);

test.each(Object.keys(gatewayKinds) as Kind[])(
  '%s: every row of the period is read once, by day, without fields that the service refuses and without credentials, and the settings lead to the month',
  async (kind) => {
    const reading = readingOf(kind);
    await reading.run();
    const files = reading.files();
    expect(ids(reading)).toEqual(all);
    expect([...files.keys()].filter((name) => name.startsWith('logs-')).sort()).toEqual(LOGS);
    expect(idsIn(files.get('logs-2026-10-02.jsonl'))).toHaveLength(250);
    const text = [...files.values()].join('\n');
    for (const secret of ['the prompt of', 'alice', '203.0.113', 'sk-do-not', 'proxy', CREDENTIAL])
      expect(text).not.toContain(secret);
    expect(reading.settings).toMatchObject({
      connector: reading.gateway.connector,
      quotaPerUnit: 500_000,
      logs: LOGS,
      channels: 'channels.jsonl',
      period: { start: '2026-10-01T00:00:00.000Z', end: '2026-10-04T00:00:00.000Z' },
    });
  },
);

describe('a gateway with errors', () => {
  test.each<[string, Fault]>([
    ['asks for a pause', { status: 429, headers: { 'retry-after': '0' } }],
    ['asks for a pause without saying how long', { status: 429 }],
    ['cuts the connection', 'cut'],
    ['fails for a moment', { status: 502, body: 'upstream trouble' }],
  ])('%s: the page is asked for again, nothing is lost or doubled', async (_, fault) => {
    const reading = readingOf();
    for (const n of [2, 3, 7, 12]) reading.gateway.faults.set(n, fault);
    await reading.run();
    expect(ids(reading)).toEqual(all);
    expect(reading.messages.filter((sentence) => sentence.includes('trying again'))).toHaveLength(4);
    expect(reading.messages.join()).not.toContain(CREDENTIAL);
  });

  test('that continue: the reading ends with a sentence, and the next run reads only what is missing', async () => {
    const reading = readingOf();
    const { requests, faults } = reading.gateway;
    for (const n of [8, 9, 10, 11]) faults.set(n, { status: 503 });
    await expect(reading.run()).rejects.toThrow(/status 503, 4 times in a row\. Run the same command later/);
    expect(readdirSync(reading.out).filter((name) => name.endsWith('.part'))).toEqual([]);
    const before = requests.length;
    await reading.run();
    expect(reading.messages).toContain('logs-2026-10-01.jsonl: complete already');
    expect(ids(reading)).toEqual(all);
    const days = requests.slice(before).map(({ query }) => query.get('start_timestamp'));
    expect(days).not.toContain(`${FIRST_SECOND}`);
  });

  test('new rows while paging move others: each is read once', async () => {
    const reading = readingOf();
    reading.gateway.arrivals.set(4, buildGatewayRow(9_998, FIRST_SECOND + 10));
    await reading.run();
    expect(ids(reading)).toEqual([...all, 9_999]);
  });

  test('that counts a row it never sends: the export is marked incomplete, and the next run reads that list again', async () => {
    const reading = new TestReading();
    const { requests, withheld } = reading.gateway;
    withheld.add(5);
    const sentence = 'logs-2026-10-01.jsonl: only 24 of 25 rows could be read.';
    await expect(reading.run()).rejects.toThrow(sentence);
    expect(reading.settings.missing.rows).toMatchObject([{ en: expect.stringContaining(sentence) }]);
    const settings = await readMonthSettings(['--settings', join(reading.out, 'month.json')]);
    const { report, notices } = await runMonth(
      settings as MonthSettings,
      '2026-11-23T12:00:00Z',
      () => () => {},
    );
    expect(report.completeness.rows).toBe(false);
    expect(notices[0]).toEqual(reading.settings.missing.rows[0]);

    withheld.clear();
    const before = requests.length;
    await reading.run();
    expect(new Set(requests.slice(before).map(({ path }) => path))).toEqual(
      new Set(['/api/status', '/api/log/']),
    );
    expect(idsIn(reading.files().get('logs-2026-10-01.jsonl'))).toHaveLength(25);
    expect(reading.settings.missing).toBeUndefined();
  });
});

describe('an unusable address ends the reading at once', () => {
  const get = (address: string) => {
    const said: string[] = [];
    const secrets = new SecretMask('token', []);
    const access = { baseUrl: new URL(address), headers: {}, secrets, lookup: undefined };
    return {
      said,
      reply: createGatewayClient(access, WITHOUT_PAUSES, ({ en }) => said.push(en))('/api/status'),
    };
  };

  test('a gateway without a valid certificate', async () => {
    const gateway = new StandIn('new-api', books);
    const { said, reply } = get((await gateway.start()).replace('http:', 'https:'));
    await expect(reply).rejects.toThrow(/^https:.*: cannot connect \(\w+\)\. Check --base-url\.$/);
    expect(said).toEqual([]);
    await gateway.stop();
  });

  test('an address of another service: the folder can be used for the right one', async () => {
    const reading = readingOf();
    reading.gateway.faults.set(1, { status: 404 });
    await expect(reading.run()).rejects.toThrow(/does not have this path/);
    expect(existsSync(reading.out)).toBe(false);
  });

  test('an unknown host name', async () => {
    const error = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_host: string, _options: object, done: (error: Error) => void) =>
        done(error)) as unknown as typeof dns.lookup);
    await expect(get('https://gatway.example').reply).rejects.toThrow(
      /^https:\/\/gatway\.example: .*ENOTFOUND/,
    );
    lookup.mockRestore();
  });
});

describe('the credential', () => {
  test('is sent to the gateway in a header, never in an address', async () => {
    const reading = readingOf('one-hub');
    await reading.run();
    const { requests } = reading.gateway;
    expect(requests.length).toBeGreaterThan(3);
    for (const { headers, query } of requests) {
      expect(headers.authorization).toBe(`Bearer ${CREDENTIAL}`);
      expect([...query.values()].join()).not.toContain(CREDENTIAL);
    }
  });

  test('is sent on a redirect to the same host, but not to another host', async () => {
    const other = new TestReading();
    const reading = readingOf();
    reading.gateway.faults.set(2, redirectTo(`${await other.gateway.start()}/api/log/`));
    await expect(reading.run()).rejects.toThrow(/must not get the credential/);
    expect(other.gateway.requests).toEqual([]);
    reading.gateway.faults.set(3, redirectTo('/api/status'));
    await reading.run();
    expect(ids(reading)).toEqual(all);
  });
});
