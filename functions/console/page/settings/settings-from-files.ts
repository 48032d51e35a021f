import type { FileSettings } from '#shared/pipeline/read/source.ts';
import { listBillFiles } from '#shared/pipeline/settings/bill-settings.ts';
import type { SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import type { FileEntry } from '../file-entry.ts';
import { sourceFieldOf } from '../worker/protocol.ts';
import { formToSettings, type SettingsForm } from './form.ts';

const listFileSettings = (entries: readonly FileEntry[]) =>
  entries.flatMap(({ file, recognition }) =>
    Object.entries(recognition?.settings ?? {})
      // Skip the path of a file with prices: the user adds that file as well.
      .filter(([name, value]) => !(name === 'prices' && typeof value === 'string'))
      .map(([name, value]) => ({ name, value, file: file.name })),
  );

/** Merges the settings of files: settings files, status replies and prices. */
export const mergeFileSettings = (entries: readonly FileEntry[]): SettingsFile =>
  Object.fromEntries(listFileSettings(entries).map(({ name, value }) => [name, value]));

/** Finds a setting that two files set differently, and the names of these files. */
export function findContradiction(
  entries: readonly FileEntry[],
): { name: string; files: string[] } | undefined {
  for (const [name, settings] of Map.groupBy(listFileSettings(entries), (setting) => setting.name))
    if (new Set(settings.map(({ value }) => JSON.stringify(value))).size > 1)
      return { name, files: settings.map(({ file }) => file) };
  return undefined;
}

/** Bills among the files, each with what is stated of it. */
function listBills(entries: readonly FileEntry[]) {
  const bills = entries.filter((entry) => !entry.problem && sourceFieldOf(entry) === 'upstreamCharges');
  return bills.map((entry) => {
    const stated = findBillSettings(entry, entries);
    const { name } = entry.file;
    return Object.keys(stated).length === 0 ? name : { file: name, ...stated };
  });
}

/** Merges the settings of files and form. The form takes precedence. They may be invalid. */
export function mergeAllSettings(entries: readonly FileEntry[], form: SettingsForm): SettingsFile {
  // Take settings about purchases from the form only: the user may have removed some of them there.
  const {
    rates: _r,
    names: _n,
    prices: _p,
    paymentsCurrency: _c,
    upstream: _u,
    ...others
  } = mergeFileSettings(entries);
  const { upstream: balances = [], ...stated } = formToSettings(form) as SettingsFile;
  const upstream = [...[balances].flat(), ...listBills(entries)];
  return { ...others, ...stated, ...(upstream.length > 0 && { upstream }) };
}

/** Finds the settings of a bill: those of the settings files, and before them what the user has stated of it. */
export function findBillSettings(
  { channel, terms, file: { name } }: FileEntry,
  entries: readonly FileEntry[],
): FileSettings {
  const bills = listBillFiles(mergeFileSettings(entries).upstream);
  const {
    file: _,
    channel: fileChannel,
    ...others
  } = bills.find(({ file }) => file.split('/').at(-1) === name) ?? { file: name };
  const chosen = (channel ?? fileChannel) || undefined;
  const { quotaPerUnit, ...typed } = { ...terms };
  const named = Object.entries(typed).filter(([, text]) => text !== '');
  return {
    ...others,
    ...(chosen !== undefined && { channel: chosen }),
    ...(quotaPerUnit && { quotaPerUnit: Number(quotaPerUnit) }),
    ...Object.fromEntries(named),
  };
}
