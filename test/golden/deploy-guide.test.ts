import { test } from 'vitest';
import { costTable } from '#tools/cost/cost-table.ts';
import { settingsTable } from '#tools/settings-table.ts';
import { expectWritten } from '../support/golden/expect-written.ts';
import { withSection } from '../support/golden/generated-section.ts';

const GUIDE = 'docs/deploy.md';

test('the settings and the costs of the deploy guide are those of the code', async () => {
  const withSettings = withSection(GUIDE, 'settings', settingsTable());
  const guide = withSection(GUIDE, 'cost', costTable(), withSettings);
  await expectWritten(GUIDE, guide);
});
