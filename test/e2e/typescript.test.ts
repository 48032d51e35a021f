import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, inject, test } from 'vitest';
import { Page } from '../support/golden/page.ts';
import { TestFolder } from '../support/test-folder.ts';

const STRICT = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--types', ''];

const { path: folder, put } = new TestFolder();

/** A program that hands the service's own example to the guide's function. */
const useOf = (address: string): string => `
import { reconcile } from './client.ts';
const { data } = await (await fetch('${address}/api/v1/examples/reconciliation')).json();
const { findings } = await reconcile(data);
console.log(JSON.stringify(findings.map(({ code }) => code)));`;

test('types generated from the OpenAPI document compile with the program of the README, and it runs', () => {
  const { code } = new Page('README.md');
  const [program] = code.filter(({ language }) => language === 'ts');
  const [command] = code.filter(({ text }) => text.startsWith('npx openapi-typescript'));
  put('client.ts', program?.text ?? '');
  const address = inject('baseUrl');
  const generate = command?.text.replace('http://127.0.0.1:3000', address).replace('npx ', 'npx --yes ');
  const run = (line: string) =>
    spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', timeout: 300_000 });
  expect(run(generate ?? 'false')).toMatchObject({ status: 0 });
  const tsc = spawnSync(
    resolve('node_modules/.bin/tsc'),
    [...STRICT, '--allowImportingTsExtensions', 'client.ts'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(tsc.stdout).toBe('');
  expect(tsc.status).toBe(0);

  const client = (program?.text ?? '').replaceAll('http://127.0.0.1:3000', address);
  put('client.ts', client);
  put('use.ts', useOf(address));
  const used = spawnSync(process.execPath, ['use.ts'], { cwd: folder, encoding: 'utf8' });
  expect(used.stderr).toBe('');
  expect(JSON.parse(used.stdout)).toContain('price_overcharge');
});
