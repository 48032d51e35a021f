import { listBillFiles } from '#shared/pipeline/settings/bill-settings.ts';
import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { type FileEntry, isLeftOut } from '../file-entry.ts';
import { mappingFileName } from '../mapping-rules.ts';
import { pathOf } from '../paths.ts';
import { sourceFieldOf } from '../worker/protocol.ts';
import type { SettingsForm } from './form.ts';
import { mergeAllSettings } from './settings-from-files.ts';

/** Path of the mapping file of a table: the file that was added, else the one as which the rules are saved. */
function findRulesPath({ rules, file }: FileEntry, entries: readonly FileEntry[]): string {
  const source = entries.find(({ recognition }) => recognition?.rules === rules);
  return source ? pathOf(source.file) : mappingFileName(pathOf(file));
}

/** Length of the folder that contains all paths, with its last slash. */
function countCommonFolder(paths: readonly string[]): number {
  const [first = ''] = paths;
  let end = first.lastIndexOf('/') + 1;
  while (end > 0 && !paths.every((path) => path.startsWith(first.slice(0, end))))
    end = first.lastIndexOf('/', end - 2) + 1;
  return end;
}

/**
 * Builds the text of a settings file with which the month command makes the same report from the same files. Paths
 * begin in the folder that contains all of them.
 */
export function buildSettingsFile(
  entries: readonly FileEntry[],
  form: SettingsForm,
  known: readonly AcknowledgementRule[],
): string {
  const { status: _status, upstream, ...formSettings } = mergeAllSettings(entries, form);
  const used = entries.filter((entry) => !isLeftOut(entry));
  const pathsFor = (isWanted: (entry: FileEntry) => boolean) =>
    used.filter(isWanted).map(({ file }) => pathOf(file));
  const logs = pathsFor((entry) => sourceFieldOf(entry) === 'logs');
  const payments = pathsFor((entry) => sourceFieldOf(entry) === 'payments');
  const [channels] = pathsFor(({ role }) => role === 'channels');
  const mapped = used
    .filter(({ role }) => role === 'mapped')
    .map((entry) => [pathOf(entry.file), findRulesPath(entry, entries)] as const);
  const bills = listBillFiles(upstream).map(({ file }) => file);
  const folder = countCommonFolder([
    ...logs,
    ...payments,
    ...(channels === undefined ? [] : [channels]),
    ...mapped.flat(),
    ...bills,
  ]);
  const relative = (path: string) => path.slice(folder);
  const connector = entries.find(({ role }) => role === 'logs')?.connector;
  const settings = {
    ...formSettings,
    ...(connector !== undefined && { connector }),
    logs: logs.map(relative),
    ...(upstream && {
      upstream: [upstream].flat().map((bill) => {
        if (typeof bill === 'string') return relative(bill);
        return 'file' in bill ? { ...bill, file: relative(bill.file) } : bill;
      }),
    }),
    ...(payments.length > 0 && { payments: payments.map(relative) }),
    ...(channels !== undefined && { channels: relative(channels) }),
    ...(mapped.length > 0 && { mapping: Object.fromEntries(mapped.map((pair) => pair.map(relative))) }),
    ...(known.length > 0 && { known: { known } }),
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}
