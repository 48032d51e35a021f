import { spawnSync } from 'node:child_process';
import { expect, inject, test } from 'vitest';

const e2e = (...args: string[]) => {
  const { VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env;
  const options = { encoding: 'utf8', env: { ...env, NO_COLOR: '1' } } as const;
  return spawnSync(process.execPath, ['test/e2e/run.ts', ...args], options);
};

test.each(['reconcile', 'ftp://example.com'])('asked for %s, e2e says what it wants', (argument) => {
  const { status, stderr } = e2e(argument);
  expect(status).toBe(2);
  expect(stderr).toContain('npm run e2e -- https://');
});

test('the contract suite runs against any base address, and skips what needs the process', () => {
  const { status, stdout } = e2e(`${inject('baseUrl')}/`, 'test/contract/manners', 'test/contract/privacy');
  expect(stdout).toMatch(/manners\.test\.ts/);
  expect(stdout).toMatch(/Tests .*\d+ passed.*\d+ skipped/);
  expect(status, stdout).toBe(0);
});

test('a service that does not keep the contract fails', () => {
  const { status } = e2e('http://127.0.0.1:9', 'test/contract/manners', '-t', 'a POST is never kept');
  expect(status).toBe(1);
});
