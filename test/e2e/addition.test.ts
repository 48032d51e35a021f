import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectCopy } from '../support/e2e/project-copy.ts';

/** A copy of the project, in which everything may be changed. */
const copy = projectCopy('addition');
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
afterAll(() => rmSync(copy, { recursive: true }));

const ADDITION = 'test/e2e/addition';
/** Adds a file of the addition. */
const add = (file: string, folder: string) => cpSync(join(ADDITION, file), join(copy, folder, file));

/** Adds a line to the list of a registry, and its import. */
function register(registry: string, name: string, file: string, list: RegExp) {
  const path = join(copy, registry);
  const registered = readFileSync(path, 'utf8').replace(list, (start) => `${start}${name}, `);
  writeFileSync(path, `import { ${name} } from '${file}';\n${registered}`);
}

function run(program: string, ...args: string[]) {
  const { VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(copy, 'node_modules', program), ...args],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { ...env, NO_COLOR: '1', CI: '' },
    },
  );
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}
const vitest = (...args: string[]) => run('vitest/vitest.mjs', 'run', ...args);

test('a gateway is one file and one line, a check one file, its cases and one line', () => {
  add('spend-rows.ts', 'shared/connectors/gateways');
  register('shared/connectors/registry.ts', 'spendRows', './gateways/spend-rows.ts', /connectors = \[/);
  add('answers-to-nothing.ts', 'shared/engine/checks');
  add('answers-to-nothing.txt', 'test/unit/engine/cases');
  register(
    'shared/engine/checks/registry.ts',
    'answersToNothing',
    './answers-to-nothing.ts',
    /AnyCheck\[\] = \[/,
  );

  run('typescript/bin/tsc');
  vitest('test/golden', '--update');
  expect(readFileSync(join(copy, 'docs/findings.md'), 'utf8')).toContain('`answer_to_nothing`');
  expect(readFileSync(join(copy, 'functions/openapi/openapi.generated.json'), 'utf8')).toContain(
    'spend-rows',
  );

  const suites = ['test/golden', 'test/contract', 'test/unit/connectors', 'test/unit/engine'];
  expect(vitest(...suites, 'test/architecture')).toMatch(/Tests\s+\d+ passed \(\d+\)/);
});

test('a line that is missing is named', () => {
  add('spend-rows.ts', 'shared/connectors/gateways');
  const path = join(copy, 'shared/connectors/registry.ts');
  writeFileSync(path, readFileSync('shared/connectors/registry.ts', 'utf8'));
  expect(() => vitest('test/architecture')).toThrow(
    'gateways/spend-rows.ts is not listed: add its line to shared/connectors/registry.ts',
  );
});
