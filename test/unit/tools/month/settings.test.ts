import { relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type MonthSettings, readMonthSettings } from '#tools/month/settings/settings.ts';
import { findSources } from '#tools/month/sources.ts';
import type { Problem } from '#tools/problem.ts';
import { tableRows } from '../../../support/table.ts';
import { TestFolder } from '../../../support/test-folder.ts';

const folder = new TestFolder();
const put = (name: string, content: unknown): string =>
  folder.put(name, typeof content === 'string' ? content : JSON.stringify(content));
const settingsFile = (content: unknown): string => put('month.json', content);

/** Settings of a command line, whose words have no blanks. */
const settingsOf = async (line: string): Promise<MonthSettings> => {
  const settings = await readMonthSettings(line.split(' '));
  if (settings === undefined) throw new Error('help was not asked for');
  return settings;
};
const LINE = '--connector new-api --logs a.json';

test('help is not a mistake', async () => expect(await readMonthSettings(['--help'])).toBeUndefined());

describe('on the command line', () => {
  test('a period is a month of UTC days, or two times, either of which may be open', async () => {
    const periodOf = async (period: string) =>
      (await settingsOf(`${LINE} --period ${period}`)).configured.period;
    expect(await periodOf('2026-12')).toEqual({
      start: '2026-12-01T00:00:00.000Z',
      end: '2027-01-01T00:00:00.000Z',
    });
    expect(await periodOf('2026-10-01T00:00:00+08:00/')).toEqual({ start: '2026-10-01T00:00:00+08:00' });
  });
  test('an option for files may be repeated; a missing ledger is omitted, not empty', async () =>
    expect(await settingsOf(`${LINE} --logs b.json`)).toMatchObject({
      logs: ['a.json', 'b.json'],
      upstream: undefined,
      payments: undefined,
    }));
});

describe('a settings file', () => {
  test('equals the options of the command line, with paths relative to the file, and both are combined', async () => {
    const configured = { connector: 'one-hub', quotaPerUnit: 500_000 };
    const file = settingsFile({ ...configured, logs: 'logs-*.jsonl', period: '2026-10' });
    expect(await settingsOf(`--settings ${file} --out report`)).toMatchObject({
      configured,
      logs: [folder.at('logs-*.jsonl')],
      out: 'report',
    });
  });
  test('explains why there are no payments, unless there are payments', async () => {
    const why = { en: 'The gateway has no list of them.', zh: '网关没有充值列表。' };
    const file = settingsFile({ connector: 'new-api', logs: ['a.json'], missing: { payments: why } });
    expect((await settingsOf(`--settings ${file}`)).missingPayments).toEqual(why);
    expect((await settingsOf(`--settings ${file} --payments p.csv`)).missingPayments).toBeUndefined();
  });
});

describe('mistakes', () => {
  test.each(
    tableRows(`
    no logs                                  | --connector new-api                        | --logs is missing
    an option that does not exist            | LINE --perriod 2026-10                     | --perriod
    a pattern that the shell has replaced    | --logs a.json b.json                       | Put patterns in quotes
    a gateway that nobody reads              | --connector newapi --logs a                | (did you mean new-api?).
    a fork                                   | --connector done-hub --logs a              | (done-hub is read as one-hub).
    a gateway that needs none                | --connector LiteLLM --logs a               | --connector must be left out,
    a unit that is no number                 | LINE --quota-per-unit many                 | --quota-per-unit must be a number
    a unit of 0                              | LINE --quota-per-unit 0                    | --quota-per-unit
    a month that no year has                 | LINE --period 2026-13                      | --period
    times without an offset                  | LINE --period 2026-10-01T00:00:00/2026-11-01T00:00:00 | --period
    a currency that is none                  | LINE --currency dollars                    | --currency must be a currency
    a share above 1                          | LINE --rejected-share 2                    | --rejected-share
    a mapping without its file               | LINE --mapping bill.json                   | --mapping needs a file and its mapping
    two mappings of one file                 | LINE --mapping b.csv=m.json --mapping b.csv=n.json | --mapping has two mappings for b.csv
    a slip                                   | --connector new-api --log a.json           | no option --log. Did you mean --logs?
    another word                             | --connector new-api --bill a.json          | no option --bill. Did you mean --upstream?
    a value that is missing                  | LINE --out --quiet                         | --out needs a value
    two values that contradict each other    | LINE --currency USD --currency CNY         | --currency is given more than once, with different values
    two days as a period                     | LINE --period 2026-11-01/2026-11-30        | write --period 2026-11-01T00:00:00Z/2026-12-01T00:00:00Z
    a day as a period                        | LINE --period 2028-02-28                   | write --period 2028-02-28T00:00:00Z/2028-02-29T00:00:00Z
    a period that ends before it starts      | LINE --period 2026-11-01T00:00:00Z/2026-10-01T00:00:00Z | must be later than its start
    a settings file that is not there        | --settings /nowhere/month.json             | no such file
    `),
  )('%s', (_, line = '', sentence = '') =>
    expect(settingsOf(line.replace('LINE', LINE))).rejects.toThrow(sentence),
  );

  test.each<[what: string, content: unknown, sentence: RegExp]>([
    [
      'a setting that does not exist',
      { logs: 'a', quota_per_unit: 1 },
      /there is no setting quota_per_unit\. The settings are connector.* Did you mean quotaPerUnit\?$/,
    ],
    ['a list', [], /must be an object/],
    [
      'a price of no kind',
      { logs: 'a', prices: { models: [{ model: 'm', outputt: '1', inptu: '1' }] } },
      /prices\.models\[0\]\.outputt: is not a setting \(did you mean output\?\)\n.*inptu: is not a setting \(did you mean input\?\)$/,
    ],
    [
      'a rule for what nothing is called',
      { logs: 'a', known: { known: [{ code: 'nope' }, { code: 'retry_costs' }] } },
      /known\[0\]\.code: is not a finding code.*for all codes\n.*known\[1\]\.code: .* \(did you mean retry_cost\?\)$/,
    ],
    ['no JSON', '{logs:', /is not JSON/],
    ['a wrong value', { logs: 'a', period: 'October' }, /period/],
  ])('in a settings file: %s', (_, content, sentence) =>
    expect(settingsOf(`--settings ${settingsFile(content)}`)).rejects.toThrow(sentence),
  );

  test.each<[option: string, content: unknown, sentence: RegExp]>([
    ['prices', { models: [{ model: 'a' }] }, /file\.json: models\[0\]: must have prices/],
    ['known', { known: [{ model: 'a' }] }, /file\.json: known\[0\]\.code/],
    [
      'prices',
      { connector: 'new-api', logs: 'a' },
      /file\.json: is a settings file\. Pass it with --settings\.$/,
    ],
    ['prices', [{ quota: 5 }], /^--prices: .*file\.json: is a list, perhaps of rows\./],
  ])('in the file of --%s, told by their place', async (option, content, sentence) => {
    const line = `--logs x --${option}`;
    await expect(settingsOf(`${line} ${put('file.json', content)}`)).rejects.toThrow(sentence);
    await expect(settingsOf(`${line} ${folder.at('none')}`)).rejects.toThrow(
      new RegExp(`^--${option}: .*none: there is no such file`),
    );
  });

  test('a setting in both places with different values', async () => {
    const file = settingsFile({ connector: 'one-hub', logs: 'a.json' });
    await expect(settingsOf(`--settings ${file} --connector new-api`)).rejects.toThrow(
      /connector has different values in .* and on the command line/,
    );
  });

  test('are reported in Chinese as well', async () => {
    const told = (line: string) =>
      settingsOf(line).then(
        () => '',
        (error: Problem) => error.sentences.map(({ zh }) => zh).join('\n'),
      );
    for (const line of [
      '--log a.json',
      `${LINE} --period 2026-11-01/2026-11-30`,
      `${LINE} --quota-per-unit many`,
      `${LINE} --connector newapi`,
      `${LINE} --rejected-share 2`,
      `--settings ${settingsFile({ logs: 'a', period: 'October' })}`,
    ])
      expect(await told(line), line).toMatch(/\p{Script=Han}{2}/u);
    expect(await told(`${LINE} --currency dollars`)).toBe('--currency 必须是 USD 这样的币种。');
  });
});

describe('a mapping must belong to a file that is read', () => {
  const rules = { rows: 'payments', columns: { transactionId: 'Order' } };
  const mapped = async (line: string) => {
    put('a/pay.csv', 'Order');
    put('b/pay.csv', 'Order');
    put('map.json', rules);
    put('export/month.json', { connector: 'new-api', logs: '../log.json', payments: '../b/top.json' });
    for (const name of ['log.json', 'b/top.json']) put(name, '[]');
    const sources = await findSources(await settingsOf(line.replaceAll('@', `${folder.path}/`)));
    return sources.flatMap(({ location, mapping }) =>
      mapping ? [relative(folder.path, resolve(location))] : [],
    );
  };
  const here = (name: string) => relative('.', folder.at(name));
  const LOGS = '--connector new-api --logs @log.json';

  test.each<[what: string, line: string]>([
    ['by the name that the option has', '--payments @a/pay.csv --mapping @a/pay.csv=@map.json'],
    ['by its bare name', '--payments @a/pay.csv --mapping pay.csv=@map.json'],
    ['by its absolute path', '--payments HERE --mapping @a/pay.csv=@map.json'],
    ['by its relative path', '--payments @a/pay.csv --mapping HERE=@map.json'],
    [
      'by its path, beside another of its name',
      '--payments @a/pay.csv --payments @b/pay.csv --mapping HERE=@map.json',
    ],
  ])('%s', async (_, line) => {
    const args = line.replaceAll('HERE', here('a/pay.csv'));
    expect(await mapped(`${LOGS} ${args}`)).toEqual(['a/pay.csv']);
    // A settings file that names other payments changes none of it.
    expect(await mapped(`--settings @export/month.json ${args}`)).toEqual(['a/pay.csv']);
  });

  test.each<[what: string, line: string, sentence: RegExp]>([
    [
      'none of them',
      '--payments @a/pay.csv --mapping bill.csv=@map.json',
      /bill\.csv, but the files are pay\.csv, log\.json\./,
    ],
    [
      'two of one name',
      '--payments @a --payments @b --mapping pay.csv=@map.json',
      /several files have this name, such as .*a\/pay\.csv and .*b\/pay\.csv/,
    ],
    [
      'one with two mappings',
      '--payments @a --mapping pay.csv=@map.json --mapping @a/pay.csv=@log.json',
      /two mappings for .*a\/pay\.csv/,
    ],
  ])('refused: %s', (_, line, sentence) => expect(mapped(`${LOGS} ${line}`)).rejects.toThrow(sentence));
});
