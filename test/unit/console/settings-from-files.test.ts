import { expect, test } from 'vitest';
import type { FileEntry } from '#functions/console/page/file-entry.ts';
import { EMPTY_FORM, settingsToForm } from '#functions/console/page/settings/form.ts';
import { buildSettingsFile } from '#functions/console/page/settings/saved-settings.ts';
import {
  findBillSettings,
  findContradiction,
  mergeAllSettings,
  mergeFileSettings,
} from '#functions/console/page/settings/settings-from-files.ts';
import { inspectFile } from '#functions/console/page/worker/inspect-file.ts';

const entryOf = async (name: string, content: unknown): Promise<FileEntry> => {
  const file = new File([JSON.stringify(content)], name);
  const { recognition } = await inspectFile(file, false);
  const { role } = recognition;
  return { id: 1, file, share: 1, role, connector: undefined, rules: undefined, recognition };
};

test.each<[file: unknown, role: string, form: Partial<typeof EMPTY_FORM>, expected: object]>([
  [{ data: { quota_per_unit: 250_000 } }, 'status', { quotaPerUnit: '250000' }, { quotaPerUnit: 250_000 }],
  [
    { connector: 'new-api', quotaPerUnit: 500_000, logs: 'logs/*.json', period: '2026-12' },
    'settings',
    { quotaPerUnit: '500000', from: '2026-12-01', to: '2027-01-01' },
    {
      connector: 'new-api',
      quotaPerUnit: 500_000,
      logs: 'logs/*.json',
      period: { start: '2026-12-01T00:00:00.000Z', end: '2027-01-01T00:00:00.000Z' },
    },
  ],
  // A period that no form of days can show holds as it is.
  [
    { connector: 'one-hub', currency: 'EUR', period: { end: '2026-10-02T03:00:00Z' } },
    'settings',
    { currency: 'EUR' },
    { connector: 'one-hub', currency: 'EUR', period: { end: '2026-10-02T03:00:00Z' } },
  ],
  [
    { models: [{ model: 'm', input: 2.5 }] },
    'prices',
    { prices: [['m', '', '2.5', '', '', '', '', '']] },
    { prices: { models: [{ model: 'm', input: '2.5' }] } },
  ],
  [{ connector: 'new-api', logs: [{ id: 1 }] }, 'unknown', {}, {}],
])('%j is for the page a file of %s', async (content, role, form, expected) => {
  const entry = await entryOf('file.json', content);
  expect(entry.role).toBe(role);
  const filled = { ...EMPTY_FORM, ...settingsToForm(entry.recognition?.settings ?? {}) };
  expect(filled).toEqual({ ...EMPTY_FORM, ...form });
  expect(mergeAllSettings([entry], filled)).toEqual(expected);
});

test('values typed by the user take precedence', async () => {
  const status = await entryOf('status.json', { data: { quota_per_unit: 250_000 } });
  expect(mergeAllSettings([status], { ...EMPTY_FORM, quotaPerUnit: '1000', from: '2026-03-01' })).toEqual({
    quotaPerUnit: 1000,
    period: { start: '2026-03-01T00:00:00.000Z' },
  });
});

test('two files with different values of a setting are named', async () => {
  const status = await entryOf('status.json', { data: { quota_per_unit: 250_000 } });
  const settings = await entryOf('month.json', { connector: 'new-api', quotaPerUnit: 500_000 });
  expect(findContradiction([status])).toBeUndefined();
  const both = { name: 'quotaPerUnit', files: ['status.json', 'month.json'] };
  expect(findContradiction([status, settings])).toEqual(both);
  // Settings may name a file of prices that is here as well.
  const naming = await entryOf('month.json', { connector: 'new-api', prices: 'prices.json' });
  const prices = await entryOf('prices.json', { models: [{ model: 'm', input: '1' }] });
  expect(findContradiction([naming, prices])).toBeUndefined();
});

test('a price file replaces prices of settings that need the published list, and no others', async () => {
  const month = (prices: object) => entryOf('month.json', { connector: 'new-api', prices });
  const listed = await month({ list: 'genai-prices', models: [{ model: 'm', input: '2' }] });
  const prices = { models: [{ model: 'm', input: '1' }] };
  const file = await entryOf('prices.json', prices);
  for (const entries of [
    [listed, file],
    [file, listed],
  ]) {
    expect(findContradiction(entries)).toBeUndefined();
    expect(mergeFileSettings(entries).prices).toEqual(prices);
  }
  expect(mergeFileSettings([listed]).prices).toHaveProperty('list');
  expect(findContradiction([await month({ models: [{ model: 'm', input: '2' }] }), file])?.name).toBe(
    'prices',
  );
});

test('a bill belongs to the channel that the reader wrote, else to the one in the settings', async () => {
  const unit = { quotaPerUnit: 1000, currency: 'CNY' };
  const upstream = ['a.csv', { file: 'bills/b.csv', channel: '3', ...unit }];
  const settings = await entryOf('month.json', { connector: 'new-api', upstream });
  const [a, b] = await Promise.all(['a.csv', 'b.csv'].map((name) => entryOf(name, [{ cost: 1 }])));
  const findAll = () => [a, b].map((entry) => findBillSettings(entry as FileEntry, [settings]));
  expect(findAll()).toEqual([{}, { channel: '3', ...unit }]);
  Object.assign(a as FileEntry, { channel: '7' });
  Object.assign(b as FileEntry, { channel: '' });
  expect(findAll()).toEqual([{ channel: '7' }, unit]);
});

/** Returns the entry of a file in a folder that was dropped. */
const entryIn = async (path: string, content: unknown): Promise<FileEntry> => {
  const entry = await entryOf(path.split('/').at(-1) as string, content);
  Object.defineProperty(entry.file, 'webkitRelativePath', { value: path });
  return entry;
};

test('settings of a bill are those for its folder or pattern, not for a bill of the same name', async () => {
  const upstream = [
    { file: 'a/bill.csv', channel: '1' },
    { file: 'b/bill.csv', channel: '2' },
    { file: 'c', factor: '0.5' },
    { file: 'd/*.csv', currency: 'CNY' },
  ];
  const settings = await entryIn('m/month.json', { connector: 'new-api', upstream });
  const settingsOf = async (path: string) => findBillSettings(await entryIn(path, [{ cost: 1 }]), [settings]);
  expect(await settingsOf('m/a/bill.csv')).toEqual({ channel: '1' });
  expect(await settingsOf('m/b/bill.csv')).toEqual({ channel: '2' });
  expect(await settingsOf('m/c/bill.csv')).toEqual({ factor: '0.5' });
  expect(await settingsOf('m/d/july.csv')).toEqual({ currency: 'CNY' });
  expect(await settingsOf('m/e/bill.csv')).toEqual({});
  expect(await settingsOf('bill')).toEqual({});
});

test('the saved settings tell files of one name apart by their folders', async () => {
  const row = { created_at: 1_790_841_600, type: 2, model_name: 'm', quota: 5, request_id: 'r' };
  const entries = await Promise.all([
    entryIn('m/export/log.json', [{ ...row, id: 1 }]),
    entryIn('m/a/bill.json', [{ date: '2026-10-01', model: 'm', cost: 1 }]),
    entryIn('m/b/bill.json', [{ date: '2026-10-01', model: 'n', cost: 1 }]),
  ]);
  const saved = JSON.parse(buildSettingsFile(entries, EMPTY_FORM, []));
  expect(saved).toMatchObject({ logs: ['export/log.json'], upstream: ['a/bill.json', 'b/bill.json'] });
  const [log] = entries;
  expect(JSON.parse(buildSettingsFile([log], EMPTY_FORM, [])).logs).toEqual(['log.json']);
});

test.each([
  [{ connector: 'newapi', logs: 'a.json' }, /^file\.json: connector: must be one of new-api/],
  [
    { connector: 'new-api', quota_per_unit: 1 },
    /there is no setting quota_per_unit.*Did you mean quotaPerUnit/,
  ],
  [{ models: [{ model: 'm', input: 'much' }] }, /^file\.json: models\[0\]\.input: /],
])('an error in a file of settings or prices is named: %j', async (content, sentence) => {
  await expect(entryOf('file.json', content)).rejects.toMatchObject({
    quotingDetails: [expect.stringMatching(sentence)],
  });
});

test('settings about the amounts of a bill go with the bill, and balances are kept beside bills', async () => {
  const bill = await entryOf('bill.json', [{ date: '2026-10-01', model: 'm', cost: 1 }]);
  const settings = await entryOf('month.json', {
    connector: 'new-api',
    logs: 'log.json',
    upstream: [
      { file: 'bill.json', channel: '3', factor: '0.5' },
      { channel: '9', balance: { opening: 2, closing: 1 } },
    ],
  });
  const form = { ...EMPTY_FORM, ...settingsToForm(settings.recognition?.settings ?? {}) };
  const typed = { ...bill, terms: { factor: '0.3', currency: 'CNY' } };
  expect(findBillSettings(bill, [settings, bill])).toEqual({ channel: '3', factor: '0.5' });
  expect(mergeAllSettings([settings, typed], form).upstream).toEqual([
    { channel: '9', balance: { opening: '2', closing: '1' } },
    { file: 'bill.json', channel: '3', factor: '0.3', currency: 'CNY' },
  ]);
  // What was taken out of the form does not come back.
  expect(mergeAllSettings([settings], EMPTY_FORM).upstream).toBeUndefined();
});
