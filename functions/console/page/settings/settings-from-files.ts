import type { FileSettings } from '#shared/pipeline/read/source.ts';
import { billFiles } from '#shared/pipeline/settings/bill-settings.ts';
import type { SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import type { FileEntry } from '../file-entry.ts';
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

/** Merges the settings of files and form. The form takes precedence. */
export function mergeAllSettings(entries: readonly FileEntry[], form: SettingsForm): SettingsFile {
  // Take settings about purchases from the form only: the user may have removed some of them there.
  const { rates: _r, names: _n, prices: _p, paymentsCurrency: _c, ...others } = mergeFileSettings(entries);
  return { ...others, ...formToSettings(form) };
}

/** Finds the settings of a bill in the settings files. The channel that the user has chosen takes precedence. */
export function findBillSettings(
  { channel, file: { name } }: FileEntry,
  entries: readonly FileEntry[],
): FileSettings {
  const bills = billFiles(mergeFileSettings(entries).upstream);
  const {
    file: _,
    channel: fileChannel,
    ...others
  } = bills.find(({ file }) => file.split('/').at(-1) === name) ?? { file: name };
  const chosen = (channel ?? fileChannel) || undefined;
  return { ...others, ...(chosen !== undefined && { channel: chosen }) };
}
