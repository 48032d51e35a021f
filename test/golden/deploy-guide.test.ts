import * as v from 'valibot';
import { test } from 'vitest';
import { settings } from '#infra/settings.ts';
import { costTable } from '#tools/cost.ts';
import { expectSections } from '../support/golden/generated-section.ts';

const shown = (value: unknown): string => (value === undefined ? '–' : `\`${value}\``);

/** The settings of a deployment: name, default, meaning. */
const settingRows = Object.entries(settings).map(
  ([name, [schema, meaning]]) =>
    `| \`${name}\` | ${shown(v.getDefault(schema as v.GenericSchema))} | ${meaning} |`,
);

test('the settings and the costs of the deploy guide are those of the code', () =>
  expectSections('docs/deploy.md', {
    settings: ['| Setting | Default | Meaning |', '|---|---|---|', ...settingRows],
    cost: costTable(),
  }));
