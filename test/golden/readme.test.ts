import { expect, test } from 'vitest';
import { errorCodes } from '#shared/rejections.ts';
import { withSection } from '../harness/generated-section.ts';

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
