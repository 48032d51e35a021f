import { spawnSync } from 'node:child_process';
import dns from 'node:dns';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readLanguage, readOptions } from '#tools/read/options.ts';
import { privateLookup } from '#tools/read/private-network.ts';
import { CREDENTIAL_VARIABLE } from '#tools/read/usage.ts';
import { TestReading } from '../../../support/gateways/reading.ts';

const GOOD = [...['--connector', 'new-api', '--from', '2026-10-01', '--to', '2026-11-01', '--out', 'export']];
const optionsOf = (more: readonly string[], base = 'https://gateway.example') =>
  readOptions(
    [...GOOD, '--base-url', base, ...more],
    { [CREDENTIAL_VARIABLE]: 'a-token-of-some-length' },
    Date.parse('2026-11-22T00:00:00Z'),
  );
const CLEAR = ['--token-in-clear-text'];

afterEach(() => vi.restoreAllMocks());

describe('http', () => {
  test.each(['http://10.0.0.5', 'http://new-api:3000', 'http://[fd00::1]', 'http://gateway.lan'])(
    'to %s takes an option that names the risk',
    (base) => {
      expect(() => optionsOf([], base)).toThrow(
        /clear text. Within a private network, --token-in-clear-text/,
      );
      expect(optionsOf(CLEAR, base)?.access.lookup).toBeDefined();
    },
  );
  test.each(['http://8.8.8.8', 'http://[2606:4700::1111]', 'http://169.254.169.254'])(
    'to %s is refused even so',
    (base) => expect(() => optionsOf(CLEAR, base)).toThrow(/this address is a public one/),
  );
  test('to this machine needs no option', () =>
    expect(optionsOf([], 'http://localhost:3000')?.access.lookup).toBeUndefined());

  const lookedUp = (...addresses: string[]) => {
    const spy = vi.spyOn(dns, 'lookup');
    spy.mockImplementation(((_host: string, _options: object, done: (...found: unknown[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof dns.lookup);
    return new Promise((resolve) =>
      privateLookup('gateway.lan', { all: true }, (error, found) => resolve(error?.message ?? found)),
    );
  };
  test('a name that leads to a public address is not connected to', async () => {
    expect(await lookedUp('93.184.215.14')).toBe('PUBLIC_ADDRESS');
    expect(await lookedUp('93.184.215.14', '192.168.1.4')).toEqual([{ address: '192.168.1.4', family: 4 }]);
  });
});

describe('added headers', () => {
  test('are sent, and stand before what another option says', () => {
    const headers = optionsOf(['--user-id', '1', '--header', 'new-api-user: 2', '--header', 'X-Team:7'])
      ?.access.headers;
    expect(headers).toEqual({
      Authorization: 'Bearer a-token-of-some-length',
      'Veloera-User': '1',
      'new-api-user': '2',
      'X-Team': '7',
    });
  });
  test.each<[string, string, RegExp]>([
    ['no colon', 'Veloera-User 1', /must be a name and a value/],
    ['no name', ': 1', /must be a name and a value/],
    ['no value', 'X-Team:', /must be a name and a value/],
    ['a line more', 'X-Team: 1\r\nX-Other: 2', /must be a name and a value/],
    ['a name with a blank', 'X Team: 1', /must be a name and a value/],
    ['a name that has no end', `${'x'.repeat(65)}: 1`, /must be a name and a value/],
    ['a value that has no end', `X-Team: ${'x'.repeat(1025)}`, /must be a name and a value/],
    ['other letters', 'X-Team: 用户', /must be a name and a value/],
    ['the credential', 'Authorization: Bearer secret-value', /must not be authorization/],
    ['the connection', 'Transfer-Encoding: chunked', /must not be transfer-encoding/],
  ])('%s', (_, header, sentence) => {
    expect(() => optionsOf(['--header', header])).toThrow(sentence);
    expect(() => optionsOf(['--header', header])).not.toThrow(/secret-value|用户|chunked/);
  });
  test('the same one twice, or too many', () => {
    const twice = ['--header', 'X-Team: 1', '--header', 'x-team: 2'];
    expect(() => optionsOf(twice)).toThrow(/name each header once/);
    const many = Array.from({ length: 21 }, (_, n) => ['--header', `X-${n}: 1`]).flat();
    expect(() => optionsOf(many)).toThrow(/at most 20 times/);
  });
});

describe('the rate', () => {
  test('is 100 requests a minute, or what is asked for', () => {
    expect(optionsOf([])?.rate).toBe(100);
    expect(optionsOf(['--rate', '300'])?.rate).toBe(300);
  });
  test.each(['0', '-5', '1e3', 'fast', '6001', ''])('of %s is none', (rate) =>
    expect(() => optionsOf([`--rate=${rate}`])).toThrow(/--rate must be a whole number/),
  );
});

describe('mistakes in both languages', () => {
  test.each<[string, string[], string, string]>([
    ['an unknown option', ['--token', 'x'], 'There is no option --token.', '没有 --token 这个选项。'],
    ['no value', ['--rate'], '--rate needs a value.', '--rate 后面需要一个值。'],
    [
      'no value before another option',
      ['--rate', '--help-me'],
      '--rate needs a value.',
      '--rate 后面需要一个值。',
    ],
    [
      'a flag with a value',
      ['--token-in-clear-text=yes'],
      '--token-in-clear-text takes no value.',
      '--token-in-clear-text 后面不带值。',
    ],
    ['a word too many', ['export/'], 'One word belongs to no option.', '有 1 个词不属于任何选项。'],
    [
      'an unknown language',
      ['--language', 'fr'],
      '--language must be one of en, zh.',
      '--language 只能是 en、zh。',
    ],
  ])('%s', (_, more, en, zh) =>
    expect(() => optionsOf(more)).toThrow(expect.objectContaining({ sentences: [{ en, zh }] })),
  );
  test('a name that would act on a terminal is not repeated', () =>
    expect(() => optionsOf(['--\u001b[2Jx'])).toThrow('There is no option --??2Jx.'));
});

describe('the language', () => {
  test.each<[string[], Record<string, string>, string]>([
    [['--language', 'zh'], { LANG: 'en_US.UTF-8' }, 'zh'],
    [['--language=en'], { LANG: 'zh_CN.UTF-8' }, 'en'],
    [[], { LANG: 'zh_CN.UTF-8' }, 'zh'],
    [[], { LC_ALL: 'zh_TW', LANG: 'en_US' }, 'zh'],
    [[], { LC_ALL: '', LANG: 'zh' }, 'zh'],
    [[], { LANG: 'C.UTF-8' }, 'en'],
    [[], { LANG: 'de_DE' }, 'en'],
    [['--unknown', '--language', 'zh'], { LANG: 'C' }, 'zh'],
  ])('of %j in %j is %s', (args, environment, language) =>
    expect(readLanguage(args, environment)).toBe(language),
  );
});

describe('the command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['tools/run.mjs', 'tools/read.ts', ...args], { encoding: 'utf8' });

  test('helps in the language asked for', () => {
    const { status, stdout } = run('--help', '--language', 'zh');
    expect(status).toBe(0);
    expect(stdout).toContain('--token-in-clear-text');
    expect(stdout).toContain('网关的地址');
  });

  test('ends a mistake with a sentence and 2', () => {
    const { status, stderr } = run('--connector', 'new-api', '--language', 'zh');
    expect(status).toBe(2);
    expect(stderr).toBe('缺少 --base-url。\n\n帮助：npm run read -- --help\n');
  });
});

test('what a gateway says is quoted within a sentence of either language', async () => {
  const reading = new TestReading();
  try {
    reading.gateway.faults.set(2, { kind: 'refusal', message: '未提供 New-Api-User' });
    const error = await reading.run().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      sentences: [
        { zh: expect.stringMatching(/^\/api\/log\/：网关拒绝了请求。网关的原话：“未提供 New-Api-User”。/) },
      ],
    });
  } finally {
    await reading.end();
  }
});
