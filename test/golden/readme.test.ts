import { expect, test } from 'vitest';
import { stripChannelsCommand, stripCommand } from '#shared/connectors/prohibited/strip-command.ts';
import { errorCodes } from '#shared/rejections.ts';
import { withSection } from '../support/golden/generated-section.ts';

const README = '../../README.md';

test('the README lists every error code as its owner words it', async () => {
  const lines = Object.entries(errorCodes).map(
    ([code, { status, name, meaning, remedy }]) =>
      `| \`${code}\` | ${status} | \`${name}\` | ${meaning} | ${remedy} |`,
  );
  const table = [
    '| `error.code` | Status | Invoked directly | Meaning | Remedy |',
    '|---|---|---|---|---|',
    ...lines,
  ];
  await expect(withSection('README.md', 'errors', table)).toMatchFileSnapshot(README);
});

test('the README gives the commands that strip an export, as the manifests do', async () => {
  const shell = (command: string) => ['```sh', command, '```'];
  const lines = [
    'One line for logs, payments and upstream charges of any of the four gateways:',
    '',
    ...shell(stripCommand),
    '',
    'and one for channel lists, which keep more secrets:',
    '',
    ...shell(stripChannelsCommand),
  ];
  await expect(withSection('README.md', 'strip', lines)).toMatchFileSnapshot(README);
});
