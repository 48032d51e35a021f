import { spawnSync } from 'node:child_process';
import { expect, inject, test } from 'vitest';

const e2e = (...args: string[]) => {
  const { VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env;
  const options = { encoding: 'utf8', env: { ...env, NO_COLOR: '1' } } as const;
  return spawnSync(process.execPath, ['test/e2e/run.ts', ...args], options);
};

test.each(['reconcile', 'ftp://example.com'])('e2e explains its usage for %s', (argument) => {
  const { status, stderr } = e2e(argument);
  expect(status).toBe(2);
  expect(stderr).toContain('npm run e2e -- https://');
});

test('the contract tests run against any base address and skip what needs the process', () => {
  const { status, stdout } = e2e(
    `${inject('baseUrl')}/`,
    'test/contract/http-headers',
    'test/contract/privacy',
  );
  expect(stdout).toMatch(/http-headers\.test\.ts/);
  expect(stdout).toMatch(/Tests .*\d+ passed.*\d+ skipped/);
  expect(status, stdout).toBe(0);
});

test('the contract tests detect a service that breaks the contract', () => {
  const { status } = e2e(
    'http://127.0.0.1:9',
    'test/contract/http-headers',
    '-t',
    'replies to POST are never cached',
  );
  expect(status).toBe(1);
});
