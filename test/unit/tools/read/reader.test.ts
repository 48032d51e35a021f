import dns from 'node:dns';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gatewayClient } from '#tools/read/gateway-client.ts';
import { readOptions } from '#tools/read/options.ts';
import { OwnSecrets } from '#tools/read/own-secrets.ts';
import { CREDENTIAL_VARIABLE } from '#tools/read/usage.ts';
import { IMPATIENT, readFrom } from '../../../support/gateways/reading.ts';
import { type Fault, manners, StandIn } from '../../../support/gateways/stand-in.ts';

const FROM = Date.parse('2026-10-01T00:00:00Z') / 1000;
const DAY = 86_400;

const log = (n: number, time: number) => ({
  id: n,
  user_id: 1,
  created_at: time,
  type: 2,
  content: `the prompt of ${n}`,
  username: 'alice',
  token_name: 'mine',
  token_id: 3,
  model_name: 'gpt-4o',
  quota: 100 + n,
  channel: 7,
  request_id: `r-${n}`,
  ip: '203.0.113.9',
});
/** 250 rows on each of three days, the last one at the last second of its day. */
const books = {
  logs: Array.from({ length: 750 }, (_, n) =>
    log(n + 1, FROM + Math.floor(n / 250) * DAY + Math.round(((n % 250) / 249) * (DAY - 1))),
  ),
  payments: Array.from({ length: 130 }, (_, n) => ({
    id: n + 1,
    trade_no: `t-${n}`,
    money: 10,
    status: 'success',
    create_time: FROM + n,
  })),
  channels: [
    {
      id: 7,
      name: 'openai-main',
      key: 'sk-do-not-write-this-anywhere',
      setting: '{"proxy":"http://u:p@proxy"}',
    },
  ],
  quotaPerUnit: 500_000,
};

let out: string;
let standIn: StandIn | undefined;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'read-'));
});
afterEach(async () => {
  await standIn?.stop();
  standIn = undefined;
  rmSync(out, { recursive: true, force: true });
});

const connectorOf = (kind: keyof typeof manners) =>
  kind === 'clamped' || kind === 'early' ? 'new-api' : kind;

async function read(kind: keyof typeof manners, prepare: (gateway: StandIn) => void = () => {}) {
  standIn ??= new StandIn(kind, books);
  const address = standIn.asked.length === 0 ? await standIn.start() : (address_ as string);
  address_ = address;
  prepare(standIn);
  const window = ['--from', '2026-10-01', '--to', '2026-10-04', '--out', out, '--user-id', '1'];
  return readFrom(standIn, ['--connector', connectorOf(kind), '--base-url', address, ...window]);
}
let address_: string | undefined;

const lines = (file: string) =>
  readFileSync(join(out, file), 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const logRows = () =>
  readdirSync(out)
    .filter((name) => name.startsWith('logs-'))
    .flatMap(lines);
const ids = () =>
  logRows()
    .map(({ id }) => id as number)
    .sort((a, b) => a - b);
const all = books.logs.map(({ id }) => id);

describe.each(Object.keys(manners) as (keyof typeof manners)[])('%s', (kind) => {
  test('every row of the window is read once, by day', async () => {
    await read(kind);
    expect(ids()).toEqual(all);
    expect(
      readdirSync(out)
        .filter((name) => name.startsWith('logs-'))
        .sort(),
    ).toEqual(['logs-2026-10-01.jsonl', 'logs-2026-10-02.jsonl', 'logs-2026-10-03.jsonl']);
    expect(lines('logs-2026-10-02.jsonl')).toHaveLength(250);
  });

  test('nothing that the service refuses is written, and no credential', async () => {
    await read(kind);
    const text = readdirSync(out)
      .map((name) => readFileSync(join(out, name), 'utf8'))
      .join('\n');
    for (const secret of [
      'the prompt of',
      'alice',
      '203.0.113',
      'sk-do-not',
      'proxy',
      standIn?.credential ?? '?',
    ])
      expect(text).not.toContain(secret);
  });

  test('the settings file leads to the month', async () => {
    await read(kind);
    expect(JSON.parse(readFileSync(join(out, 'month.json'), 'utf8'))).toMatchObject({
      connector: connectorOf(kind),
      quotaPerUnit: 500_000,
      logs: ['logs-2026-10-01.jsonl', 'logs-2026-10-02.jsonl', 'logs-2026-10-03.jsonl'],
      channels: 'channels.jsonl',
      period: { start: '2026-10-01T00:00:00.000Z', end: '2026-10-04T00:00:00.000Z' },
    });
  });
});

describe('a gateway in trouble', () => {
  const passing: [string, Fault][] = [
    ['asks for a pause', { kind: 'busy', retryAfter: '0' }],
    ['asks for a pause without saying how long', { kind: 'busy' }],
    ['cuts the connection', { kind: 'cut' }],
    ['fails for a moment', { kind: 'error', status: 502 }],
  ];
  test.each(passing)('%s: the page is asked for again, nothing is lost or doubled', async (_, fault) => {
    const said = await read('new-api', ({ faults }) => [2, 3, 7, 12].map((n) => faults.set(n, fault)));
    expect(ids()).toEqual(all);
    expect(said.filter((sentence) => sentence.includes('trying again'))).toHaveLength(4);
  });

  test('stays in trouble: the reading ends with a sentence, and the next run reads only what is missing', async () => {
    await expect(
      read('new-api', ({ faults }) =>
        [8, 9, 10, 11].map((n) => faults.set(n, { kind: 'error', status: 503 })),
      ),
    ).rejects.toThrow(/status 503, 4 times in a row\. Run the same command later/);
    expect(readdirSync(out).filter((name) => name.endsWith('.part'))).toEqual([]);
    const before = standIn?.asked.length ?? 0;
    const said = await read('new-api');
    expect(said).toContain('logs-2026-10-01.jsonl: there already');
    expect(ids()).toEqual(all);
    const days = standIn?.asked.slice(before).map(({ query }) => query.get('start_timestamp'));
    expect(days).not.toContain(`${FROM}`);
  });

  test('says no with status 200: its words are quoted, its page is no row', async () => {
    await expect(
      read('new-api', ({ faults }) => faults.set(3, { kind: 'refusal', message: '该接口已废弃' })),
    ).rejects.toThrow(/该接口已废弃/);
  });

  test('rows that arrive while paging move others: none is lost, and a repeated one is the normalizer’s to drop', async () => {
    await read('new-api', ({ arrivals }) => arrivals.set(3, log(9_999, FROM + 10)));
    expect([...new Set(ids())]).toEqual(expect.arrayContaining(all));
  });
});

describe('an address that cannot be right ends the reading at once', () => {
  const get = (address: string) => {
    const said: string[] = [];
    const access = {
      baseUrl: new URL(address),
      headers: {},
      secrets: new OwnSecrets('token', []),
      lookup: undefined,
    };
    const get = gatewayClient(access, IMPATIENT, ({ en }) => said.push(en));
    return { said, reply: get('/api/status') };
  };

  test('a gateway without a certificate', async () => {
    standIn = new StandIn('new-api', books);
    const { said, reply } = get((await standIn.start()).replace('http:', 'https:'));
    await expect(reply).rejects.toThrow(/^https:.*: no connection is possible \(\w+\)\. Check --base-url\.$/);
    expect(said).toEqual([]);
  });

  test('an address of something else: the folder stays free for the right one', async () => {
    await expect(
      read('new-api', ({ faults }) => faults.set(1, { kind: 'error', status: 404 })),
    ).rejects.toThrow(/no such path/);
    expect(readdirSync(out)).toEqual([]);
  });

  test('a name that no machine has', async () => {
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
  test('goes to the gateway in a header, never into an address', async () => {
    await read('one-hub');
    expect(standIn?.asked.length).toBeGreaterThan(3);
    for (const { headers, query } of standIn?.asked ?? []) {
      expect(headers.authorization).toBe(`Bearer ${standIn?.credential}`);
      expect([...query.values()].join()).not.toContain(standIn?.credential);
    }
  });

  test('does not follow a redirect to another host', async () => {
    const other = new StandIn('new-api', books);
    const address = await other.start();
    try {
      await expect(
        read('new-api', ({ faults }) => faults.set(2, { kind: 'redirect', to: `${address}/api/log/` })),
      ).rejects.toThrow(/must not get the credential/);
      expect(other.asked).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  test('follows a redirect on the same host', async () => {
    await read('new-api', ({ faults }) => faults.set(1, { kind: 'redirect', to: '/api/status' }));
    expect(ids()).toEqual(all);
  });

  test('stands in no message', async () => {
    const said = await read('new-api', ({ faults }) => faults.set(4, { kind: 'cut' }));
    expect(said.join()).not.toContain(standIn?.credential);
  });
});

describe('mistakes on the command line', () => {
  const good = {
    connector: 'new-api',
    'base-url': 'https://gateway.example',
    from: '2026-10-01',
    to: '2026-11-01',
    out: 'export',
  };
  const optionsOf = (changes: Record<string, string | undefined>, credential: string | undefined = 'token') =>
    readOptions(
      Object.entries({ ...good, ...changes }).flatMap(([name, value]) =>
        value === undefined ? [] : [`--${name}`, value],
      ),
      { [CREDENTIAL_VARIABLE]: credential },
      Date.parse('2026-11-22T00:00:00Z'),
    );
  test('what is right passes', () => expect(optionsOf({})?.from).toBe(FROM * 1000));
  test.each<[string, Record<string, string | undefined>, RegExp]>([
    ['no connector', { connector: undefined }, /--connector is missing/],
    ['unknown connector', { connector: 'newapi' }, /--connector must be one of new-api/],
    ['a gateway without a public API', { connector: 'voapi' }, /not publicly documented/],
    ['clear text over a network', { 'base-url': 'http://gateway.example' }, /must be https/],
    [
      'credentials in the address',
      { 'base-url': 'https://u:p@gateway.example' },
      /not contain a user, password/,
    ],
    ['no address', { 'base-url': 'gateway' }, /must be an address/],
    ['no day', { from: '01.10.2026' }, /--from must be a day/],
    ['the wrong way round', { from: '2026-11-01', to: '2026-10-01' }, /--from must be before --to/],
    ['an open window', { to: '2026-11-22' }, /at least 5 minutes in the past; |because rows still arrive/],
    ['a user that is none', { 'user-id': 'alice' }, /--user-id must be a whole number/],
  ])('%s', (_, changes, sentence) => expect(() => optionsOf(changes)).toThrow(sentence));
  test('no credential', () => expect(() => optionsOf({}, '')).toThrow(new RegExp(CREDENTIAL_VARIABLE)));
  test('a credential that would break a header', () =>
    expect(() => optionsOf({}, 'a\nb')).toThrow(new RegExp(CREDENTIAL_VARIABLE)));
});
