import { expect, test } from 'vitest';
import {
  STRIP_PROGRAM,
  stripChannelsCommand,
  stripCommand,
} from '#shared/connectors/prohibited/strip-command.ts';
import { stripProgram } from '#shared/connectors/prohibited/strip-program.ts';
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
    `One line, in a checkout of this repository or beside a copy of [${STRIP_PROGRAM}](${STRIP_PROGRAM}), for logs, payments and upstream charges of any gateway:`,
    '',
    ...shell(stripCommand),
    '',
    'and one for channel lists, which keep more secrets:',
    '',
    ...shell(stripChannelsCommand),
    '',
    'Both also drop what nobody needs: names and addresses of persons, and names of tokens that mark no channel test.',
  ];
  await expect(withSection('README.md', 'strip', lines)).toMatchFileSnapshot(README);
});

test('the program of these commands is made of the table of refused names', async () => {
  await expect(stripProgram).toMatchFileSnapshot(`../../${STRIP_PROGRAM}`);
});
