import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { route as consoleRoute } from '#functions/console/route.ts';
import { route as engineRoute } from '#functions/engine/route.ts';
import { routes } from '#functions/routes.ts';
import { bundleRoutes } from '#infra/bundle.ts';
import type { Route } from '#shared/http/route.ts';
import { STATUS_CODES as statusTexts } from '#shared/http/status-texts.ts';

/** What a cold start fetches and parses: mostly the words of the checks and the gateways' data. */
const ZIPPED_BYTES_MAX = 98 * 1024;
const MINIFIED_BYTES_MAX = 60 * 1024;
/** Functions that need more room, and for what. */
const LARGER_BYTES_MAX = 280 * 1024;
const LARGER: ReadonlyMap<string, string> = new Map([
  ['reconcile', 'the words of the answer and of 76 findings in two languages, and exact decimals'],
  ['normalize', 'the data of all gateways, their forks and bills, and exact decimals'],
  ['manifest', 'the data of all gateways and bills, and their words'],
  ['openapi', 'the document itself'],
]);

const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { folderOf, metafile } = bundleRoutes(routes, folder);

/** Bundles by the handler that they start from. */
const outputs = new Map(
  Object.values(metafile.outputs).flatMap((output) =>
    output.entryPoint === undefined ? [] : [[output.entryPoint, output] as const],
  ),
);

test.each(routes)('the bundle of $id is small and contains no development tool', (route) => {
  const output = outputs.get(`functions/${route.id}/handler.ts`);
  const largest = Object.entries(output?.inputs ?? {})
    .toSorted(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
    .slice(0, 5)
    .map(([file, { bytesInOutput }]) => `${file}: ${bytesInOutput}`);
  expect(output?.bytes, `Largest inputs: ${largest.join(', ')}`).toBeLessThan(
    LARGER.has(route.id) ? LARGER_BYTES_MAX : MINIFIED_BYTES_MAX,
  );
  expect(gzipSync(readFileSync(join(folderOf(route), 'index.mjs'))).length).toBeLessThan(ZIPPED_BYTES_MAX);
  const packages = Object.keys(output?.inputs ?? {}).flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  expect([
    '@middy/core',
    '@middy/http-cors',
    '@middy/http-error-handler',
    '@middy/http-json-body-parser',
    '@middy/util',
    'bignumber.js',
    'valibot',
  ]).toEqual(expect.arrayContaining([...new Set(packages)]));
});

/** What a bundle may load: middy imports `node:http` for two texts, and a cold start would wait for all of it. */
test('a bundle imports only a few modules of Node', () => {
  for (const { imports } of outputs.values())
    for (const { path } of imports) expect(['node:crypto', 'node:fs', 'node:timers']).toContain(path);
});

test('the replacements for the texts of node:http are used', () => {
  for (const [status, text] of Object.entries(statusTexts))
    expect([STATUS_CODES[status], text]).toEqual([text, text]);
});

test('a source map is written if requested', () => {
  const [route] = routes as [Route];
  const mapped = bundleRoutes([route], join(folder, 'mapped'), { sourceMaps: true });
  expect(existsSync(join(mapped.folderOf(route), 'index.mjs.map'))).toBe(true);
  expect(existsSync(join(folderOf(route), 'index.mjs.map'))).toBe(false);
});

test.each([
  [consoleRoute, 'page.html', 78_000],
  [engineRoute, 'engine.js', 170_000],
] as const)('the compressed text of %o is small', (route, name, bytesMax) => {
  const compressed = readFileSync(join(folderOf(route), `${name}.br`));
  expect(compressed.length).toBeLessThan(bytesMax);
  expect(brotliDecompressSync(compressed).toString()).toBe(readFileSync(join(folderOf(route), name), 'utf8'));
});

test('each script of the page ends before its element does, and its hash names the engine', () => {
  const page = readFileSync(join(folderOf(consoleRoute), 'page.html'), 'utf8');
  const engine = readFileSync(join(folderOf(engineRoute), 'engine.js'));
  expect(page.match(/<\/script>/g)).toHaveLength(3);
  expect(page).not.toContain('<!--');
  expect(page).toContain(`data-engine="sha256-${createHash('sha256').update(engine).digest('base64')}"`);
});
