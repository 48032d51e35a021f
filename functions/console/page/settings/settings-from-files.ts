import type { FileSettings } from '#shared/pipeline/read/source.ts';
import { listBillFiles } from '#shared/pipeline/settings/bill-settings.ts';
import type { SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import { type FileEntry, isLeftOut } from '../file-entry.ts';
import { findByPath, pathOf } from '../paths.ts';
import { sourceFieldOf } from '../worker/protocol.ts';
import { formToSettings, PURCHASE_FIELDS, type SettingsForm } from './form.ts';

function listFileSettings(entries: readonly FileEntry[]) {
  const hasPriceFile = entries.some(({ recognition }) => recognition?.role === 'prices');
  return entries.flatMap(({ file, recognition }) =>
    Object.entries(recognition?.settings ?? {})
      // Skip `prices` if another file has them: they are its path, or need the published list, which a price file of
      // the month command replaces.
      .filter(
        ([name, value]) =>
          name !== 'prices' ||
          !(typeof value === 'string' || (hasPriceFile && recognition?.needsPriceList === true)),
      )
      .map(([name, value]) => ({ name, value, file: file.name })),
  );
}

/**
 * Merges the settings in settings files, gateway status replies and price files. The last value of a setting is used.
 */
export const mergeFileSettings = (entries: readonly FileEntry[]): SettingsFile =>
  Object.fromEntries(listFileSettings(entries).map(({ name, value }) => [name, value]));

/** Finds the first setting to which files give different values, and the names of these files. Undefined if none. */
export function findContradiction(
  entries: readonly FileEntry[],
): { name: string; files: string[] } | undefined {
  for (const [name, settings] of Map.groupBy(listFileSettings(entries), (setting) => setting.name))
    if (new Set(settings.map(({ value }) => JSON.stringify(value))).size > 1)
      return { name, files: settings.map(({ file }) => file) };
  return undefined;
}

/** Lists the bills among the files: a path, or the path with the settings of the bill. */
function listBills(entries: readonly FileEntry[], nameOf: (bill: FileEntry) => string) {
  const bills = entries.filter((entry) => !isLeftOut(entry) && sourceFieldOf(entry) === 'upstreamCharges');
  return bills.map((entry) => {
    const stated = findBillSettings(entry, entries);
    const path = nameOf(entry);
    return Object.keys(stated).length === 0 ? path : { file: path, ...stated };
  });
}

/**
 * Merges the settings in files with those of the form, which take precedence. Rates, prices, names and balances are
 * taken from the form only, because files fill it in and the user may have changed it. Does not validate the settings.
 */
export function mergeAllSettings(
  entries: readonly FileEntry[],
  form: SettingsForm,
  nameOf = ({ file }: FileEntry) => file.name,
): SettingsFile {
  const others = Object.entries(mergeFileSettings(entries)).filter(([name]) => !(name in PURCHASE_FIELDS));
  const { upstream: balances = [], ...stated } = formToSettings(form) as SettingsFile;
  const upstream = [...[balances].flat(), ...listBills(entries, nameOf)];
  return { ...Object.fromEntries(others), ...stated, ...(upstream.length > 0 && { upstream }) };
}

/**
 * Finds the settings of one bill, such as its channel and currency. Values that the user has chosen for the bill take
 * precedence over values for it in settings files.
 */
export function findBillSettings(
  { channel, terms, file }: FileEntry,
  entries: readonly FileEntry[],
): FileSettings {
  const bills = listBillFiles(mergeFileSettings(entries).upstream);
  const path = pathOf(file);
  const findBill = (end: string) => findByPath(path, bills, (stated) => stated.file + end);
  // The settings may name the folder of the bill.
  const bill = findBill('') ?? (path.includes('/') ? findBill('/*') : undefined);
  const { file: _, channel: fileChannel, ...others } = bill ?? { file: '' };
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
