import * as v from 'valibot';
import { test } from 'vitest';
import { settings } from '#infra/settings.ts';
import { costTable } from '#tools/cost/cost-table.ts';
import { expectWritten } from '../support/golden/expect-written.ts';
import { withSection } from '../support/golden/generated-section.ts';

const GUIDE = 'docs/deploy.md';

const shown = (value: unknown): string => (value === undefined ? '–' : `\`${value}\``);

/** The settings of a deployment: name, default, meaning. */
const settingRows = Object.entries(settings).map(
  ([name, [schema, meaning]]) =>
    `| \`${name}\` | ${shown(v.getDefault(schema as v.GenericSchema))} | ${meaning} |`,
);

test('the settings and the costs of the deploy guide are those of the code', async () => {
  const withSettings = withSection(GUIDE, 'settings', [
    '| Setting | Default | Meaning |',
    '|---|---|---|',
    ...settingRows,
  ]);
  const guide = withSection(GUIDE, 'cost', costTable(), withSettings);
  await expectWritten(GUIDE, guide);
});
