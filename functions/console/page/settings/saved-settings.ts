import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import type { Entry } from '../entry.ts';
import { rulesName } from '../rules.ts';
import { fieldOf } from '../worker/protocol.ts';
import type { Form } from './form.ts';
import { fileSettings, statedBy } from './stated.ts';

/** The file of the rules that a table is read by: the one that was added, else what they are saved as. */
function rulesFile({ rules, file }: Entry, entries: readonly Entry[]): string {
  const own = entries.find(({ recognition }) => recognition?.rules === rules);
  return own?.file.name ?? rulesName(file.name);
}

/** Files, form and what the reader knows as a settings file of the month command, which lies beside the files. */
export function savedSettings(
  entries: readonly Entry[],
  form: Form,
  known: readonly AcknowledgementRule[],
): string {
  const { status: _status, ...stated } = statedBy(entries, form);
  const of = (field: ReturnType<typeof fieldOf>) =>
    entries.filter((entry) => !entry.problem && fieldOf(entry) === field);
  const nameOf = ({ file }: Entry) => file.name;
  const [logs, bills, payments] = [of('logs'), of('upstreamCharges'), of('payments')];
  const connector = entries.find(({ role }) => role === 'logs')?.connector;
  const channels = entries.find(({ role }) => role === 'channels');
  const mapped = entries.filter(({ role }) => role === 'mapped');
  const upstream = bills.map((entry) => {
    const stated = fileSettings(entry, entries);
    return Object.keys(stated).length === 0 ? nameOf(entry) : { file: nameOf(entry), ...stated };
  });
  const settings = {
    ...stated,
    ...(connector !== undefined && { connector }),
    logs: logs.map(nameOf),
    ...(bills.length > 0 && { upstream }),
    ...(payments.length > 0 && { payments: payments.map(nameOf) }),
    ...(channels && { channels: nameOf(channels) }),
    ...(mapped.length > 0 && {
      mapping: Object.fromEntries(mapped.map((entry) => [nameOf(entry), rulesFile(entry, entries)])),
    }),
    ...(known.length > 0 && { known: { known } }),
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}
