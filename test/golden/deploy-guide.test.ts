import * as v from 'valibot';
import { expect, test } from 'vitest';
import { settings } from '#infra/settings.ts';
import { expectSections } from '../support/golden/generated-section.ts';
import { Page } from '../support/golden/page.ts';

const PAGES = ['deploy', 'operate', 'workflows'] as const;
type GuidePage = (typeof PAGES)[number];

/** Settings of logs and functions. Settings of the workflows are recognized by their names. */
const OPERATING = ['logRetentionDays', 'keepLogs', 'sourceMaps', 'tracing', 'reservedConcurrency'];

/** Page of the deploy guide that lists a setting. */
const pageOfSetting = (name: string): GuidePage => {
  if (/^(?:ledger|billing)/.test(name)) return 'workflows';
  return OPERATING.includes(name) ? 'operate' : 'deploy';
};

const formatDefault = (value: unknown): string => (value === undefined ? '–' : `\`${value}\``);

/** Table of the settings on a page: name, default, meaning. */
const settingsTable = (page: GuidePage) => [
  '| Setting | Default | Meaning |',
  '|---|---|---|',
  ...Object.entries(settings)
    .filter(([name]) => pageOfSetting(name) === page)
    .map(
      ([name, [schema, meaning]]) =>
        `| \`${name}\` | ${formatDefault(v.getDefault(schema as v.GenericSchema))} | ${meaning} |`,
    ),
];

test.each(PAGES)('docs/%s.md lists the settings of the code', (page) =>
  expectSections(`docs/${page}.md`, { settings: settingsTable(page) }),
);

test.each(PAGES)('docs/%s.md has at most 1 500 words', (page) => {
  expect(new Page(`docs/${page}.md`).text.match(/\S+/g)?.length).toBeLessThanOrEqual(1500);
});
