import { spawnSync } from 'node:child_process';
import dns from 'node:dns';
import { describe, expect, test, vi } from 'vitest';
import { detectLanguage } from '#tools/arguments.ts';
import { privateLookup } from '#tools/read/http-get.ts';
import { readOptions } from '#tools/read/options.ts';
import { CREDENTIAL_VARIABLE } from '#tools/read/usage.ts';

const GOOD = {
  connector: 'new-api',
  'base-url': 'https://gateway.example',
  from: '2026-10-01',
  to: '2026-11-01',
  out: 'export',
};
/** @param changes of the options that every reading has; `undefined` leaves one out */
const optionsOf = (
  more: readonly string[],
  changes: Record<string, string | undefined> = {},
  credential = 'a-token-of-some-length',
) =>
  readOptions(
    [
      ...Object.entries({ ...GOOD, ...changes }).flatMap(([name, value]) =>
        value === undefined ? [] : [`--${name}`, value],
      ),
      ...more,
    ],
    { [CREDENTIAL_VARIABLE]: credential },
    Date.parse('2026-11-22T00:00:00Z'),
  );

describe('http', () => {
  const clear = (base: string) => optionsOf(['--token-in-clear-text'], { 'base-url': base });
  test.each(['http://10.0.0.5', 'http://new-api:3000', 'http://[fd00::1]', 'http://gateway.lan'])(
    'to %s needs an option that names the risk',
    (base) => {
      const refused = /must be https.*clear text. Within a private network, --token-in-clear-text/;
      expect(() => optionsOf([], { 'base-url': base })).toThrow(refused);
      expect(clear(base)?.access.lookup).toBeDefined();
    },
  );
  test.each(['http://8.8.8.8', 'http://[2606:4700::1111]', 'http://169.254.169.254'])(
    'to %s is refused even with the option',
    (base) => expect(() => clear(base)).toThrow(/this address is public/),
  );
  test('to this machine needs no option', () =>
    expect(optionsOf([], { 'base-url': 'http://localhost:3000' })?.access.lookup).toBeUndefined());

  test('a host name with a public address is not contacted', async () => {
    const lookup = vi.spyOn(dns, 'lookup');
    const lookedUp = (...addresses: string[]) => {
      const found = addresses.map((address) => ({ address, family: 4 }));
      lookup.mockImplementation(((_host: string, _options: object, done: (...found: unknown[]) => void) =>
        done(null, found)) as unknown as typeof dns.lookup);
      return new Promise((resolve) =>
        privateLookup('gateway.lan', { all: true }, (error, found) => resolve(error?.message ?? found)),
      );
    };
    expect(await lookedUp('93.184.215.14')).toBe('PUBLIC_ADDRESS');
    expect(await lookedUp('93.184.215.14', '192.168.1.4')).toEqual([{ address: '192.168.1.4', family: 4 }]);
    lookup.mockRestore();
  });
});

test('valid options are accepted: 100 requests a minute, headers by name over those of another option', () => {
  const headers = ['--header', 'new-api-user: 2', '--header', 'X-Team:7'];
  expect(optionsOf(['--user-id', '1', ...headers])).toMatchObject({
    from: Date.parse('2026-10-01'),
    rate: 100,
    access: {
      headers: {
        Authorization: 'Bearer a-token-of-some-length',
        'Veloera-User': '1',
        'new-api-user': '2',
        'X-Team': '7',
      },
    },
  });
  expect(optionsOf(['--user-id', '1', ...headers])?.access.headers).not.toHaveProperty('New-Api-User');
  expect(optionsOf(['--rate', '300'])?.rate).toBe(300);
});

describe('mistakes', () => {
  test.each<[string, Record<string, string | undefined>, RegExp]>([
    ['a missing connector', { connector: undefined }, /--connector is missing/],
    [
      'an unknown connector',
      { connector: 'newapi' },
      /--connector must be one of new-api.* \(did you mean new-api\?\)\.$/,
    ],
    ['a gateway without a public API', { connector: 'voapi' }, /not publicly documented/],
    [
      'credentials in the address',
      { 'base-url': 'https://u:p@gateway.example' },
      /not contain a user name, password/,
    ],
    ['an invalid address', { 'base-url': 'gateway' }, /must be an address/],
    ['an invalid day', { from: '01.10.2026' }, /--from must be a day/],
    ['a start after the end', { from: '2026-11-01', to: '2026-10-01' }, /--from must be before --to/],
    [
      'an open window',
      { to: '2026-11-22' },
      /at least 5 minutes in the past, because the gateway may still add rows/,
    ],
    ['a user that is none', { 'user-id': 'alice' }, /--user-id must be a whole number/],
  ])('%s', (_, changes, sentence) => expect(() => optionsOf([], changes)).toThrow(sentence));

  test.each(['', 'a\nb'])('the credential %j', (credential) =>
    expect(() => optionsOf([], {}, credential)).toThrow(new RegExp(CREDENTIAL_VARIABLE)),
  );

  test.each(['0', '-5', '1e3', 'fast', '6001', ''])('a rate of %s', (rate) =>
    expect(() => optionsOf([`--rate=${rate}`])).toThrow(/--rate must be a whole number/),
  );

  test.each<[string, string, RegExp]>([
    ['no colon', 'Veloera-User 1', /must be a name and a value/],
    ['no name', ': 1', /must be a name and a value/],
    ['no value', 'X-Team:', /must be a name and a value/],
    ['a line more', 'X-Team: 1\r\nX-Other: 2', /must be a name and a value/],
    ['a name with a blank', 'X Team: 1', /must be a name and a value/],
    ['a name that has no end', `${'x'.repeat(65)}: 1`, /must be a name and a value/],
    ['a value that has no end', `X-Team: ${'x'.repeat(1025)}`, /must be a name and a value/],
    ['other letters', 'X-Team: 用户', /must be a name and a value/],
    ['the credential', 'Authorization: Bearer secret-value', /must not set authorization/],
    ['the connection', 'Transfer-Encoding: chunked', /must not set transfer-encoding/],
  ])('a header with %s', (_, header, sentence) => {
    expect(() => optionsOf(['--header', header])).toThrow(sentence);
    expect(() => optionsOf(['--header', header])).not.toThrow(/secret-value|用户|chunked/);
  });
  test('the same header twice, or too many', () => {
    expect(() => optionsOf(['--header', 'X-Team: 1', '--header', 'x-team: 2'])).toThrow(/set a header twice/);
    const many = Array.from({ length: 21 }, (_, n) => ['--header', `X-${n}: 1`]).flat();
    expect(() => optionsOf(many)).toThrow(/at most 20 times/);
  });

  test.each<[more: string, en: string, zh: string]>([
    ['--token x', 'There is no option --token.', '没有 --token 这个选项。'],
    ['--rate', '--rate needs a value.', '--rate 后面需要一个值。'],
    ['--rate --help-me', '--rate needs a value.', '--rate 后面需要一个值。'],
    [
      '--token-in-clear-text=yes',
      '--token-in-clear-text takes no value.',
      '--token-in-clear-text 后面不带值。',
    ],
    ['export/', 'One word does not belong to any option.', '有 1 个参数不属于任何选项。'],
    ['--language fr', '--language must be one of en, zh.', '--language 只能是 en、zh。'],
    // A name that would act on a terminal is not repeated.
    ['--\u001b[2Jx', 'There is no option --?.', '没有 --? 这个选项。'],
    ['--AKIAIOSFODNN7EXAMPLE', 'There is no option --?.', '没有 --? 这个选项。'],
  ])('%j, in both languages', (more, en, zh) =>
    expect(() => optionsOf(more.split(' '))).toThrow(expect.objectContaining({ sentences: [{ en, zh }] })),
  );
});

test.each<[args: string, environment: Record<string, string>, language: string]>([
  ['--language zh', { LANG: 'en_US.UTF-8' }, 'zh'],
  ['--language=en', { LANG: 'zh_CN.UTF-8' }, 'en'],
  ['', { LANG: 'zh_CN.UTF-8' }, 'zh'],
  ['', { LC_ALL: 'zh_TW', LANG: 'en_US' }, 'zh'],
  ['', { LC_ALL: '', LANG: 'zh' }, 'zh'],
  ['', { LANG: 'C.UTF-8' }, 'en'],
  ['', { LANG: 'de_DE' }, 'en'],
  ['--unknown --language zh', { LANG: 'C' }, 'zh'],
])('the language of "%s" in %j is %s', (args, environment, language) =>
  expect(detectLanguage(args.split(' '), environment)).toBe(language),
);

describe('the command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['tools/run.mjs', 'tools/read.ts', ...args], { encoding: 'utf8' });

  test('prints its help in the requested language', () => {
    const { status, stdout } = run('--help', '--language', 'zh');
    expect(status).toBe(0);
    expect(stdout).toContain('--token-in-clear-text');
    expect(stdout).toContain('网关的地址');
  });

  test('ends with a sentence and exit code 2 after a mistake', () => {
    const { status, stderr } = run('--connector', 'new-api', '--language', 'zh');
    expect(status).toBe(2);
    expect(stderr).toBe('缺少 --base-url。\n\n查看帮助：npm run read -- --help\n');
  });
});
