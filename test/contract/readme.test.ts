import { spawnSync } from 'node:child_process';
import { describe, expect, inject, test } from 'vitest';
import { Page } from '../support/golden/page.ts';

const ADDRESS = 'http://127.0.0.1:3000';
const { code } = new Page('README.md');
const [requests] = code.filter(({ language, text }) => language === 'sh' && text.includes('curl'));
const [program] = code.filter(({ language }) => language === 'python');

const has = (...names: string[]) => names.every((name) => spawnSync(name, ['--version']).status === 0);
const here = (text = ''): string => text.replaceAll(ADDRESS, inject('baseUrl'));

/** Blank lines part the steps of a block; the first one sets its variables. */
describe.skipIf(!has('curl', 'jq'))('curl, as the README says', () => {
  const [variables = '', ...steps] = (requests?.text ?? '').split('\n\n');
  test.each(steps)('%s', (step) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', `set -e\n${here(variables)}\n${here(step)}`], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^[[{]/);
    expect(stdout).not.toMatch(/"error"/);
  });
});

test.skipIf(!has('python3'))('Python, as the README says', () => {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', here(program?.text)], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/^critical price_overcharge /m);
});
