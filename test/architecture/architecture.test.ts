import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { routes } from '#functions/routes.ts';
import { bills, usageReports } from '#shared/bills/registry.ts';
import { connectorIds } from '#shared/gateways/registry.ts';
import configuration, { SHARED_BY_GATEWAYS } from './dependency-rules.mjs';

/** The function of the ledger workflow has no route. */
const folders = globSync('functions/*/')
  .map((path) => path.split('/')[1] as string)
  .filter((folder) => folder !== 'ledgers');

test.each(folders)('folder functions/%s contains a registered endpoint', (folder) => {
  const registered = routes.map(({ id }) => id);
  expect(
    registered,
    `functions/${folder}/route.ts is not listed: add its line to functions/routes.ts, and let its id be "${folder}".`,
  ).toContain(folder);
  const handler = readFileSync(`functions/${folder}/handler.ts`, 'utf8');
  expect(
    handler,
    `functions/${folder}/handler.ts must export serve(route, …): nothing else knows limits, CORS and errors.`,
  ).toMatch(/^export const handler = serve\(\s*route,/m);
});

const gatewayFiles = globSync('shared/gateways/*.ts').filter(
  (file) => !new RegExp(`/${SHARED_BY_GATEWAYS}`).test(file),
);

test.each(gatewayFiles)('file %s contains a registered gateway', (file) => {
  const id = basename(file, '.ts');
  expect(
    connectorIds,
    `${file} is not listed: add its line to shared/gateways/registry.ts, and let its id be "${id}".`,
  ).toContain(id);
});

test.each(globSync('shared/bills/*.ts'))('file %s contains a registered bill or a part of bills', (file) => {
  const id = basename(file, '.ts');
  if (['bill', 'vocabulary', 'registry'].includes(id)) return;
  expect(
    [...bills, ...usageReports].map((bill) => bill.id),
    `${file} is not listed: add its line to shared/bills/registry.ts, and let its id begin with "${id}".`,
  ).toContainEqual(expect.stringMatching(`^${id}(-|$)`));
});

test('no two endpoints share an id, or a method and a path', () => {
  expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
  expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length);
});

test('the dependency rules cover every source file, and no file breaks a rule', async () => {
  const { forbidden, options } = configuration;
  const { output } = await cruise(['shared', 'functions', 'infra', 'tools'], {
    ...(options as ICruiseOptions),
    validate: true,
    ruleSet: { forbidden },
  });
  const { modules, summary } = output as ICruiseResult;
  const sources = globSync('{shared,functions,infra,tools}/**/*.ts');
  const seen = new Set(modules.map(({ source }) => source));
  expect(sources.filter((source) => !seen.has(source))).toEqual([]);
  expect(sources.length).toBeGreaterThan(30);
  const sentences = new Map(
    forbidden.map(({ name, comment }: { name: string; comment: string }) => [name, comment]),
  );
  expect(
    summary.violations.map(({ rule, from, to }) => `${from} -> ${to}: ${sentences.get(rule.name)}`),
  ).toEqual([]);
});

/** A small tree with the folders of the project, in which one file breaks one rule. */
const BREACHES: [rule: string, file: string, source: string][] = [
  ['core-is-pure', 'shared/engine/a.ts', "import 'node:fs';"],
  ['core-is-pure', 'shared/engine/b.ts', "import '#shared/http/shell.ts';"],
  ['engine-reads-canonical-records-only', 'shared/engine/c.ts', "import '../gateways/one.ts';"],
  ['engine-rows-knows-no-later-room', 'shared/engine/rows/l.ts', "import '../checks/one.ts';"],
  ['engine-checks-knows-no-later-room', 'shared/engine/checks/l.ts', "import '../step.ts';"],
  ['normalizer-does-not-know-the-engine', 'shared/normalizer/c.ts', "import '#shared/engine/checks/one.ts';"],
  ['gateways-do-not-know-their-reader', 'shared/gateways/c.ts', "import '../normalizer/one.ts';"],
  ['files-are-read-anywhere', 'shared/files/f.ts', "import 'node:fs';"],
  ['nobody-decides-by-files', 'shared/engine/g.ts', "import '../files/rows.ts';"],
  ['nothing-imports-tools', 'infra/i.ts', "import '../tools/one.ts';"],
  ['schemas-stand-below', 'shared/schemas/i.ts', "import '../gateways/one.ts';"],
  ['schemas-stand-below', 'shared/schemas/j.ts', "import '#shared/engine/checks/one.ts';"],
  ['schemas-stand-below', 'shared/schemas/k.ts', "import '../http/shell.ts';"],
  ['checks-stand-alone', 'shared/engine/checks/two.ts', "import './one.ts';"],
  ['checks-stand-alone', 'shared/engine/checks/three.words.ts', "import './one.ts';"],
  ['engine-knows-no-report', 'shared/engine/n.ts', "import '../report/one.ts';"],
  ['pipeline-stands-above', 'shared/report/o.ts', "import '../pipeline/one.ts';"],
  ['engine-decides-without-words', 'shared/engine/checks/four.ts', "import '../words/code-text.ts';"],
  ['engine-decides-without-words', 'shared/engine/tally/m.ts', "import '../../language.ts';"],
  ['gateways-stand-alone', 'shared/gateways/two.ts', "import './one.ts';"],
  ['bills-stand-alone', 'shared/bills/two.ts', "import './one.ts';"],
  ['shared-stands-below', 'shared/http/d.ts', "import '#functions/one/handler.ts';"],
  ['endpoints-stand-alone', 'functions/two/e.ts', "import '../one/handler.ts';"],
  ['infra-loads-no-handler', 'infra/f.ts', "import '#functions/one/handler.ts';"],
  ['nothing-imports-tests', 'shared/http/g.ts', "import '../../test/one.ts';"],
  ['no-cycles', 'infra/h.ts', "import './h2.ts';"],
];
const BYSTANDERS = [
  'shared/files/rows.ts',
  'shared/http/shell.ts',
  'shared/engine/checks/one.ts',
  'shared/engine/words/code-text.ts',
  'shared/language.ts',
  'shared/engine/step.ts',
  'shared/gateways/one.ts',
  'shared/bills/one.ts',
  'shared/normalizer/one.ts',
  'shared/report/one.ts',
  'shared/pipeline/one.ts',
  'functions/one/handler.ts',
  'tools/one.ts',
  'test/one.ts',
];

test('each dependency rule reports a file that breaks it', async () => {
  const tree = mkdtempSync(join(tmpdir(), 'dependency-rules-'));
  const write = (file: string, source: string) => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), source);
  };
  try {
    write('package.json', readFileSync('package.json', 'utf8'));
    for (const file of BYSTANDERS) write(file, 'export {};');
    for (const [, file, source] of BREACHES) write(file, source);
    write('infra/h2.ts', "import './h.ts';");
    const { forbidden, options } = configuration;
    const { output } = await cruise(['shared', 'functions', 'infra', 'tools'], {
      ...(options as ICruiseOptions),
      baseDir: tree,
      validate: true,
      ruleSet: { forbidden },
    });
    const found = (output as ICruiseResult).summary.violations.map(
      ({ rule, from }) => `${rule.name}: ${from}`,
    );
    for (const [rule, file] of BREACHES) expect(found).toContain(`${rule}: ${file}`);
  } finally {
    rmSync(tree, { recursive: true });
  }
});

/** Paths of the project in pages, without placeholders such as `<id>`. */
const quotedPaths = (page: string) =>
  [
    ...readFileSync(page, 'utf8').matchAll(
      /`((?:shared|functions|infra|tools|test|docs|examples)\/[\w./-]+)`/g,
    ),
  ].map(([, path]) => path as string);

test.each(globSync(['*.md', 'docs/*.md']))('%s names only existing files', (page) => {
  expect(quotedPaths(page).filter((path) => !existsSync(path))).toEqual([]);
});

/** Folders of many similar files: checks, case tables, bills, views, replies, goldens, pages, or tests of one folder. */
const SHELVES =
  /^(docs|shared\/engine\/checks|shared\/bills|functions\/console\/page\/views|test\/unit\/.*|test\/(?:golden|support\/fixtures)\/\w+)$/;

test('no folder contains more than fifteen files, except for folders of similar files', () => {
  const rooms = new Map<string, number>();
  const files = globSync('{shared,functions,infra,tools,test,docs,examples}/**/*.*', {
    exclude: ['**/node_modules'],
  });
  for (const file of files) rooms.set(dirname(file), (rooms.get(dirname(file)) ?? 0) + 1);
  expect([...rooms].filter(([room, files]) => files > 15 && !SHELVES.test(room))).toEqual([]);
});
