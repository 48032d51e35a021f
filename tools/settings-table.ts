import * as v from 'valibot';
import { settings } from '#infra/settings.ts';

const shown = (value: unknown): string => (value === undefined ? '–' : `\`${String(value)}\``);

/** The settings of a deployment as a Markdown table: name, default, meaning. */
export const settingsTable = (): string[] => [
  '| Setting | Default | Meaning |',
  '|---|---|---|',
  ...Object.entries(settings).map(
    ([name, [schema, meaning]]) =>
      `| \`${name}\` | ${shown(v.getDefault(schema as v.GenericSchema))} | ${meaning} |`,
  ),
];
