import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { expect, inject, test } from 'vitest';
import { connectorIds } from '#shared/gateways/registry.ts';
import { TestFolder } from '../support/test-folder.ts';

/**
 * Linters read the document, and clients that generators make of it call the service. `test/e2e/clients` has the programs
 * and packages.
 */

const folder = new TestFolder();
const PATH = [folder.at('python/bin'), process.env.PATH].join(delimiter);

/** Runs a command in the folder, to whose end belong the words of `more`. @returns what it prints */
function run(command: string, ...more: string[]): string {
  const [file = '', ...args] = [...command.split(' '), ...more];
  const env = { ...process.env, PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = { cwd: folder.path, encoding: 'utf8', env } as const;
  const { status, stdout, stderr, error } = spawnSync(file, args, options);
  expect(status, `${file} ${args.join(' ')}\n${stdout}${stderr}${error ?? ''}`).toBe(0);
  return stdout;
}

const COMPILE =
  '--noEmit --strict --target esnext --module nodenext --types node --allowImportingTsExtensions use.ts';

function useTypeScript(base: string): string {
  run('npm ci');
  run('npx openapi-typescript -o api.ts', `${base}/openapi.json`);
  run(resolve('node_modules/.bin/tsc'), '--typeRoots', resolve('node_modules/@types'), ...COMPILE.split(' '));
  return run(process.execPath, 'use.ts', base);
}

function usePython(base: string): string {
  run('python3 -m venv python');
  run('pip install --quiet --requirement requirements.txt');
  run(
    'openapi-python-client generate --meta none --output-path client --fail-on-warning --url',
    `${base}/openapi.json`,
  );
  return run('python use.py', base);
}

test('the document passes three linters without a warning', () => {
  cpSync('test/e2e/clients', folder.path, { recursive: true });
  cpSync('functions/openapi/openapi.generated.json', folder.at('openapi.json'));
  run('npm ci');
  const redocly = JSON.parse(run('npx redocly lint openapi.json --format=json'));
  expect(redocly.totals).toMatchObject({ errors: 0, warnings: 0 });
  run('npx spectral lint openapi.json --fail-severity hint');
  expect(JSON.parse(run('npx validate-api openapi.json'))).toEqual({ valid: true });
});

test.each([
  ['TypeScript', useTypeScript],
  ['Python', usePython],
])('a client generated for %s calls all six endpoints', (_language, use) => {
  cpSync('test/e2e/clients', folder.path, { recursive: true });
  expect(JSON.parse(use(inject('baseUrl')))).toEqual({
    codes: expect.arrayContaining(['price_overcharge', 'negative_margin_total']),
    isRecent: true,
    connectors: connectorIds,
    required: ['connector', 'logs'],
    openapi: '3.1.1',
    charged: [['0.001'], ['0.001'], ['0.001']],
  });
});
