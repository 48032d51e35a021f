import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import type { FileEntry } from '../file-entry.ts';
import { mappingFileName } from '../mapping-rules.ts';
import { sourceFieldOf } from '../worker/protocol.ts';
import type { SettingsForm } from './form.ts';
import { mergeAllSettings } from './settings-from-files.ts';

/** Name of the mapping file of a table: the file that was added, else the name as which the rules are saved. */
function findRulesFileName({ rules, file }: FileEntry, entries: readonly FileEntry[]): string {
  const source = entries.find(({ recognition }) => recognition?.rules === rules);
  return source?.file.name ?? mappingFileName(file.name);
}

/**
 * Builds the text of a settings file with which the month command makes the same report from the same files, which the
 * settings name without a folder.
 */
export function buildSettingsFile(
  entries: readonly FileEntry[],
  form: SettingsForm,
  known: readonly AcknowledgementRule[],
): string {
  const { status: _status, upstream, ...formSettings } = mergeAllSettings(entries, form);
  const filesFor = (field: ReturnType<typeof sourceFieldOf>) =>
    entries.filter((entry) => !entry.problem && sourceFieldOf(entry) === field);
  const nameOf = ({ file }: FileEntry) => file.name;
  const [logs, payments] = [filesFor('logs'), filesFor('payments')];
  const connector = entries.find(({ role }) => role === 'logs')?.connector;
  const channels = entries.find(({ role }) => role === 'channels');
  const mapped = entries.filter(({ role }) => role === 'mapped');
  const settings = {
    ...formSettings,
    ...(connector !== undefined && { connector }),
    logs: logs.map(nameOf),
    ...(upstream && { upstream }),
    ...(payments.length > 0 && { payments: payments.map(nameOf) }),
    ...(channels && { channels: nameOf(channels) }),
    ...(mapped.length > 0 && {
      mapping: Object.fromEntries(mapped.map((entry) => [nameOf(entry), findRulesFileName(entry, entries)])),
    }),
    ...(known.length > 0 && { known: { known } }),
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}
