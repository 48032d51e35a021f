import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import { type FileEntry, isLeftOut } from '../file-entry.ts';
import { mappingFileName } from '../mapping-rules.ts';
import { pathOf } from '../paths.ts';
import { ROW_ROLES, sourceFieldOf } from '../worker/protocol.ts';
import type { SettingsForm } from './form.ts';
import { mergeAllSettings } from './settings-from-files.ts';

/** Length of the folder that contains all paths, with its last slash. */
function countCommonFolder([first = '', ...others]: readonly string[]): number {
  let end = first.lastIndexOf('/') + 1;
  while (!others.every((path) => path.startsWith(first.slice(0, end))))
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
  const used = entries.filter((entry) => !isLeftOut(entry));
  const named = used.filter(({ role }) => ROW_ROLES.has(role) || role === 'rules');
  const folder = countCommonFolder(named.map(({ file }) => pathOf(file)));
  const nameOf = ({ file }: FileEntry) => pathOf(file).slice(folder);
  const { status: _status, upstream, ...formSettings } = mergeAllSettings(entries, form, nameOf);
  const filesFor = (field: ReturnType<typeof sourceFieldOf>) =>
    used.filter((entry) => sourceFieldOf(entry) === field);
  /** The mapping file of a table: the file that was added, else the one as which the rules are saved. */
  const findRulesPath = (entry: FileEntry) => {
    const source = used.find(({ recognition }) => recognition?.rules === entry.rules);
    return source ? nameOf(source) : mappingFileName(nameOf(entry));
  };
  const [logs, payments] = [filesFor('logs'), filesFor('payments')];
  const connector = used.find(({ role }) => role === 'logs')?.connector;
  const channels = used.find(({ role }) => role === 'channels');
  const mapped = used.filter(({ role }) => role === 'mapped');
  const settings = {
    ...formSettings,
    ...(connector !== undefined && { connector }),
    logs: logs.map(nameOf),
    ...(upstream && { upstream }),
    ...(payments.length > 0 && { payments: payments.map(nameOf) }),
    ...(channels && { channels: nameOf(channels) }),
    ...(mapped.length > 0 && {
      mapping: Object.fromEntries(mapped.map((entry) => [nameOf(entry), findRulesPath(entry)])),
    }),
    ...(known.length > 0 && { known: { known } }),
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}
