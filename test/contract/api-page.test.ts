import { spawnSync } from 'node:child_process';
import { describe, expect, inject, test } from 'vitest';
import { Page } from '../support/golden/page.ts';
import { hasPrograms } from '../support/has-programs.ts';

const ADDRESS = 'http://127.0.0.1:3000';
const { code } = new Page('docs/api.md');
const [requests] = code.filter(({ language, text }) => language === 'sh' && text.includes('curl'));
const [program] = code.filter(({ language }) => language === 'python');

const here = (text = ''): string => text.replaceAll(ADDRESS, inject('baseUrl'));

test('the API page contains the programs tested here', () => {
  expect(requests).toBeDefined();
  expect(program).toBeDefined();
});

test('the API page shows a refusal as the service sends it', async () => {
  const [shown] = code.filter(({ language, text }) => language === 'json' && text.includes('"error"'));
  const row = { requestId: 'r', occurredAt: '2026-03-10T10:00:00Z', status: 'success', chargedAmount: 1 };
  const rows = ['a', 'b', 'c', ''].map((model) => ({ ...row, model }));
  const reply = await fetch(`${inject('baseUrl')}/api/v1/reconcile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ downstreamUsage: rows }),
  });
  expect(await reply.json()).toEqual(JSON.parse(shown?.text ?? ''));
});

/** Blank lines separate the steps of a block; the first step sets variables. */
describe.skipIf(!hasPrograms('curl', 'jq'))('the curl example of the API page', () => {
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

test.skipIf(!hasPrograms('python3'))('the Python example of the API page', () => {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', here(program?.text)], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/^critical price_overcharge /m);
});
