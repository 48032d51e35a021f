import { describe, expect, test } from 'vitest';
import { type MonthSettings, monthSettings } from '#tools/month/settings/settings.ts';
import { sourcesOf } from '#tools/month/sources.ts';
import { Problem } from '#tools/problem.ts';
import { TestFolder } from '../../../support/test-folder.ts';

const folder = new TestFolder();
const settingsFile = (content: unknown): string =>
  folder.put('month.json', typeof content === 'string' ? content : JSON.stringify(content));
const LINE = ['--connector', 'new-api', '--logs', 'a.json'];

describe('what the command line says', () => {
  test('a month is its UTC days', async () => {
    expect((await monthSettings([...LINE, '--period', '2026-12']))?.stated.period).toEqual({
      start: '2026-12-01T00:00:00.000Z',
      end: '2027-01-01T00:00:00.000Z',
    });
  });
  test('two times are a period, either may be open', async () => {
    expect((await monthSettings([...LINE, '--period', '2026-10-01T00:00:00+08:00/']))?.stated.period).toEqual(
      {
        start: '2026-10-01T00:00:00+08:00',
      },
    );
  });
  test('an option that lists files may be given several times', async () => {
    expect((await monthSettings([...LINE, '--logs', 'b.json']))?.logs).toEqual(['a.json', 'b.json']);
  });
  test('a ledger that is not named is omitted, not empty', async () => {
    const settings = await monthSettings(LINE);
    expect(settings?.upstream).toBeUndefined();
    expect(settings?.payments).toBeUndefined();
  });
  test('help is no mistake', async () => expect(await monthSettings(['--help'])).toBeUndefined());
});

describe('what a settings file says', () => {
  test('is what the command line would, with paths beside the file', async () => {
    const file = settingsFile({
      connector: 'one-hub',
      quotaPerUnit: 500000,
      logs: 'logs-*.jsonl',
      period: '2026-10',
    });
    expect(await monthSettings(['--settings', file])).toMatchObject({
      stated: { connector: 'one-hub', quotaPerUnit: 500_000 },
      logs: [folder.at('logs-*.jsonl')],
    });
  });
  test('why there are no payments, unless they are given', async () => {
    const why = { en: 'The gateway has no list of them.', zh: '网关没有充值列表。' };
    const file = settingsFile({ connector: 'new-api', logs: ['a.json'], missing: { payments: why } });
    expect((await monthSettings(['--settings', file]))?.missingPayments).toEqual(why);
    expect(
      (await monthSettings(['--settings', file, '--payments', 'p.csv']))?.missingPayments,
    ).toBeUndefined();
  });
  test('the command line adds to it', async () => {
    const file = settingsFile({ connector: 'one-hub', logs: ['a.json'] });
    expect((await monthSettings(['--settings', file, '--out', 'report']))?.out).toBe('report');
  });
});

describe('mistakes', () => {
  test.each<[string, string[], RegExp]>([
    ['no logs', ['--connector', 'new-api'], /--logs is missing/],
    ['an option that does not exist', [...LINE, '--perriod', '2026-10'], /--perriod/],
    ['a pattern that the shell has replaced', ['--logs', 'a.json', 'b.json'], /Put patterns in quotes/],
    [
      'a gateway that nobody reads',
      ['--connector', 'newapi', '--logs', 'a'],
      /--connector must be one of new-api/,
    ],
    ['a unit that is no number', [...LINE, '--quota-per-unit', 'many'], /--quota-per-unit must be a number/],
    ['a unit of 0', [...LINE, '--quota-per-unit', '0'], /--quota-per-unit/],
    ['a month that no year has', [...LINE, '--period', '2026-13'], /--period/],
    ['times without an offset', [...LINE, '--period', '2026-10-01T00:00:00/2026-11-01T00:00:00'], /--period/],
    ['a currency that is none', [...LINE, '--currency', 'dollars'], /--currency must be a currency/],
    ['a share above 1', [...LINE, '--rejected-share', '2'], /--rejected-share/],
    [
      'a mapping without its file',
      [...LINE, '--mapping', 'bill.json'],
      /--mapping must name a file and its mapping/,
    ],
    [
      'two mappings of one file',
      [...LINE, '--mapping', 'b.csv=m.json', '--mapping', 'b.csv=n.json'],
      /--mapping names two mappings of b\.csv/,
    ],
    [
      'an option with a slip',
      ['--connector', 'new-api', '--log', 'a.json'],
      /no option --log\. Did you mean --logs\?/,
    ],
    ['a value that is missing', [...LINE, '--out', '--quiet'], /--out needs a value/],
    [
      'two values that contradict each other',
      [...LINE, '--currency', 'USD', '--currency', 'CNY'],
      /--currency is given more than once, with different values/,
    ],
    [
      'two days as a period',
      [...LINE, '--period', '2026-11-01/2026-11-30'],
      /or two times with an offset.*\n.* is --period 2026-11-01T00:00:00Z\/2026-12-01T00:00:00Z$/s,
    ],
    [
      'a day as a period',
      [...LINE, '--period', '2028-02-28'],
      /is --period 2028-02-28T00:00:00Z\/2028-02-29T00:00:00Z$/,
    ],
    [
      'a period that ends before it starts',
      [...LINE, '--period', '2026-11-01T00:00:00Z/2026-10-01T00:00:00Z'],
      /must end after it starts/,
    ],
    ['a settings file that is not there', ['--settings', '/nowhere/month.json'], /no such file/],
  ])('%s', (_, args, sentence) => expect(monthSettings(args)).rejects.toThrow(sentence));

  test.each<[string, unknown, RegExp]>([
    [
      'a setting that does not exist',
      { logs: 'a', quota_per_unit: 1 },
      /there is no setting quota_per_unit\. The settings are connector/,
    ],
    ['a setting with a slip', { logs: 'a', quota_per_unit: 1 }, /Did you mean quotaPerUnit\?$/],
    ['a list', [], /must be an object/],
    ['no JSON', '{logs:', /is not JSON/],
    ['a wrong value', { logs: 'a', period: 'October' }, /period/],
  ])('in a settings file: %s', (_, content, sentence) =>
    expect(monthSettings(['--settings', settingsFile(content)])).rejects.toThrow(sentence),
  );

  test('a setting that stands in both places with different values', async () => {
    const file = settingsFile({ connector: 'one-hub', logs: 'a.json' });
    await expect(monthSettings(['--settings', file, '--connector', 'new-api'])).rejects.toThrow(
      /connector has different values in .* and on the command line/,
    );
  });

  test('are told in Chinese, too', async () => {
    const told = async (args: string[]) => {
      try {
        await monthSettings(args);
      } catch (error) {
        if (error instanceof Problem) return error.sentences.map(({ zh }) => zh).join('\n');
      }
      return '';
    };
    for (const args of [
      ['--log', 'a.json'],
      [...LINE, '--period', '2026-11-01/2026-11-30'],
      [...LINE, '--quota-per-unit', 'many'],
      [...LINE, '--connector', 'newapi'],
      [...LINE, '--rejected-share', '2'],
      ['--settings', settingsFile({ logs: 'a', period: 'October' })],
    ])
      expect(await told(args), args.join(' ')).toMatch(/\p{Script=Han}{2}/u);
    expect(await told([...LINE, '--currency', 'dollars'])).toBe('--currency 必须是 USD 这样的币种。');
  });
});

describe('a mapping', () => {
  const mapped = (mapping: string) =>
    monthSettings(['--connector', 'new-api', '--logs', folder.at('month.json'), '--mapping', mapping]);
  test('is that of a file that is read', async () => {
    settingsFile({});
    const rules = { rows: 'logs', columns: { created_at: 'created' } };
    const map = folder.put('map.json', JSON.stringify(rules));
    for (const name of ['month.json', folder.at('month.json')])
      expect(await sourcesOf((await mapped(`${name}=${map}`)) as MonthSettings)).toMatchObject([
        { mapping: rules },
      ]);
    await expect(sourcesOf((await mapped('bill.csv=map.json')) as MonthSettings)).rejects.toThrow(
      /--mapping names bill\.csv, which is none of the files that are read: month\.json\./,
    );
  });
});
