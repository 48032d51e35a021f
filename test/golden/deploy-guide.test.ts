import { test } from 'vitest';
import { costTable } from '#tools/cost/cost-table.ts';
import { settingsTable } from '#tools/settings-table.ts';
import { expectSections } from '../support/golden/generated-section.ts';

test('the settings and the costs of the deploy guide are those of the code', () =>
  expectSections('docs/deploy.md', { settings: settingsTable(), cost: costTable() }));
