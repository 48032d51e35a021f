import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectCopy } from '../support/e2e/project-copy.ts';

/** Carries out the recipes of the page in a copy of the project, and then forgets each step once. */
const copy = projectCopy('recipes');
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
afterAll(() => rmSync(copy, { recursive: true }));

/** New files, where they stand in the project. */
const ADDITION = 'test/e2e/addition';
const PAGE = readFileSync('docs/architecture.md', 'utf8');

interface Step {
  /** A new file, or one that gets a line. */
  readonly file: string;
  /** The line, and what it stands behind; its import. */
  readonly line?: readonly [behind: string, line: string, imported?: string];
  /** What `npm test` says where the step is forgotten; nothing else works without the others. */
  readonly forgotten?: string;
  /** The tests that say it, where those of the recipe do not. */
  readonly tests?: string;
}

interface Recipe {
  readonly id: string;
  readonly steps: readonly Step[];
  /** A file that `npm run generate` writes anew. */
  readonly generated?: string;
  /** The tests that name what is forgotten. */
  readonly tests: string;
}

const RECIPES: Readonly<Record<string, Recipe>> = {
  'A check': {
    id: 'answers-to-nothing',
    steps: [
      { file: 'shared/engine/checks/answers-to-nothing.ts' },
      {
        file: 'shared/engine/checks/registry.ts',
        line: [
          'const listed = [',
          '  answersToNothing,',
          "import { answersToNothing } from './answers-to-nothing.ts';",
        ],
        forgotten: 'A file of shared/engine/checks/ without its line in registry.ts is in no report',
      },
      { file: 'shared/engine/checks/answers-to-nothing.words.ts', forgotten: 'answers-to-nothing.words.ts' },
      {
        file: 'shared/engine/checks/registry.words.ts',
        line: [
          'CodeTextsOf<ListedCheck> = {',
          '  ...answersToNothingWords,',
          "import { answersToNothingWords } from './answers-to-nothing.words.ts';",
        ],
        forgotten: 'A check without its line in shared/engine/checks/registry.words.ts',
      },
      {
        file: 'test/unit/engine/cases/answers-to-nothing.txt',
        forgotten: 'No case in test/unit/engine/cases/answers-to-nothing.txt',
      },
    ],
    generated: 'docs/findings.md',
    tests: 'test/unit/engine/registry.test.ts test/golden/findings.test.ts',
  },
  'A gateway': {
    id: 'spend-rows',
    steps: [
      { file: 'shared/gateways/spend-rows.ts' },
      {
        file: 'shared/gateways/registry.ts',
        line: ['registered = [', 'spendRows, ', "import { spendRows } from './spend-rows.ts';"],
        forgotten: 'spend-rows.ts is not listed: add its line to shared/gateways/registry.ts',
      },
      {
        file: 'test/support/fixtures/native/spend-rows.logs.json',
        forgotten: 'No log of spend-rows: put a whole reply',
      },
    ],
    generated: 'functions/openapi/openapi.generated.json',
    tests: 'test/architecture test/golden',
  },
  'An endpoint': {
    id: 'health',
    steps: [
      { file: 'functions/health/route.ts' },
      { file: 'functions/health/bodies.ts', forgotten: 'functions/health/bodies.ts' },
      { file: 'functions/health/handler.ts', forgotten: 'functions/health/handler.ts' },
      {
        file: 'functions/routes.ts',
        line: ['Route[] = [', '  health,', "import { route as health } from './health/route.ts';"],
        forgotten: 'functions/health/route.ts is not listed: add its line to functions/routes.ts',
      },
      {
        file: 'test/support/service/documented-requests.ts',
        line: ['DocumentedRequest>> = {', "  health: { path: '/api/v1/health' },"],
        forgotten: 'Requests of health are missing in test/support/service/documented-requests.ts',
      },
      {
        file: 'test/infra/stack.test.ts',
        line: [
          'IDS: Readonly<Record<string, string>> = {',
          "  'health/FunctionLogs/Resource': 'healthFunctionLogs136147F5',",
        ],
        forgotten: 'health/FunctionLogs/Resource is healthFunctionLogs136147F5: add it to IDS',
        tests: 'test/infra/stack.test.ts',
      },
    ],
    generated: 'functions/openapi/openapi.generated.json',
    tests: 'test/architecture test/golden/openapi.test.ts',
  },
  'A provider’s bill, or a report of payments': {
    id: 'acme-usage',
    steps: [
      { file: 'shared/bills/acme-usage.ts' },
      {
        file: 'shared/bills/registry.ts',
        line: ['readonly Bill[] = [', '  acmeUsage,', "import { acmeUsage } from './acme-usage.ts';"],
        forgotten: 'acme-usage.ts is not listed: add its line to shared/bills/registry.ts',
      },
      {
        file: 'test/support/fixtures/bills/acme-usage.csv',
        forgotten: 'No file of acme-usage: put one',
      },
    ],
    generated: 'test/golden/bills.txt',
    tests: 'test/architecture test/golden/bills.test.ts',
  },
  'A gateway by mapping': {
    id: 'acme',
    steps: [
      { file: 'examples/mappings/acme-log.json' },
      {
        file: 'shared/files/mapping/built-in-mappings.ts',
        line: [
          'BuiltInMapping[] = [',
          "  { field: 'logs', name: 'Acme logs', keys: ['acme_id', 'acme_price'], mapping: acmeLog as Mapping },",
          "import acmeLog from '../../../examples/mappings/acme-log.json' with { type: 'json' };",
        ],
        forgotten: 'test/unit/files/mapping.test.ts > acme-log',
      },
      {
        file: 'test/support/fixtures/mappings/acme-log.json',
        forgotten: 'No row for acme-log: put one',
      },
    ],
    tests: 'test/unit/files/mapping.test.ts',
  },
};

const textOf = (file: string) => readFileSync(join(copy, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(join(copy, file), text);

function carryOut({ file, line }: Step) {
  if (line === undefined) return cpSync(join(ADDITION, file), join(copy, file), { recursive: true });
  const [behind, added, imported] = line;
  const text = textOf(file).replace(behind, (start) => `${start}\n${added}`);
  write(file, imported === undefined ? text : `${imported}\n${text}`);
}

function run(command: string) {
  const { VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1', CI: '' },
  });
  if (status !== 0) throw new Error(`${command}\n${stdout}${stderr}`);
  return stdout;
}

/** Paths that the recipe names: with `<id>` or `<name>`, or the folder that a file goes into. */
const named = (title: string, id: string) =>
  [...(PAGE.split(`**${title}.**`)[1]?.split('\n\n')[0] ?? '').matchAll(/`([\w./<>-]+)`/g)].map(
    ([, path = '']) => path.replace(/<(?:id|name|provider)>/, id),
  );

test.each(Object.entries(RECIPES))(
  'the recipe of %s names every file that it needs',
  (title, { id, steps }) => {
    const paths = named(title.replace('’', "'"), id);
    expect(steps.filter(({ file }) => !paths.some((path) => `${file}/`.startsWith(`${path}/`)))).toEqual([]);
  },
);

test('following the recipes passes all checks', () => {
  for (const { steps } of Object.values(RECIPES)) for (const step of steps) carryOut(step);
  run('npm run format && npm run generate && npm run check');
  const suites = [
    'test/golden',
    'test/contract',
    'test/unit/gateways',
    'test/unit/engine',
    'test/infra/stack.test.ts',
  ];
  const more = ['test/architecture', 'test/unit/files', 'test/property/normalizer'];
  expect(run(`npx vitest run ${[...suites, ...more].join(' ')}`)).toMatch(/Tests\s+\d+ passed \(\d+\)/);
});

describe.each(Object.entries(RECIPES))('in the recipe of %s', (_, { steps, generated, tests }) => {
  /** What the tests say while a file is as it was before the recipe. */
  function saidWithout(file: string, suite = tests): string {
    const done = textOf(file);
    if (existsSync(file)) write(file, readFileSync(file, 'utf8'));
    else rmSync(join(copy, file));
    try {
      return run(`npx vitest run ${suite}`);
    } catch (error) {
      return String(error);
    } finally {
      write(file, done);
    }
  }

  test.each(steps.filter(({ forgotten }) => forgotten))('a missing $file is reported', (step) =>
    expect(saidWithout(step.file, step.tests)).toContain(step.forgotten),
  );

  if (generated !== undefined)
    test('a missing generated file is reported', () =>
      expect(saidWithout(generated)).toContain(`${generated} is not what npm run generate writes`));
});
