import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import { route as consoleRoute } from '#functions/console/route.ts';
import { route as engineRoute } from '#functions/engine/route.ts';
import type { Route } from '#shared/http/route.ts';
import { buildPage, buildReportPage, once } from './page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Bundles {
  /** Folder with the route's `index.mjs`, and its source map if asked for: the code asset of its function. */
  readonly folderOf: (route: Route) => string;
  readonly metafile: Metafile;
}

/**
 * Node's HTTP client and server, which middy imports for two texts: loading them takes a third of a cold start. An
 * endpoint that needs more of `node:http` than its stand-in has does not bundle.
 */
const STAND_INS = { 'node:http': './shared/http/status-texts.ts' };

export interface BundleOptions {
  /** Writes source maps beside the bundles; reading them costs each cold start some ten milliseconds. */
  readonly sourceMaps?: boolean;
}

const OPTIONS = {
  absWorkingDir: ROOT,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  // A Chinese character takes three bytes, escaped it would take six.
  charset: 'utf8',
  sourcesContent: false,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Page and engine, and the same as brotli packs them, which is a sixth less than by gzip. */
const consoleTexts = once(() => {
  const { page, engine } = buildPage();
  return [
    [consoleRoute, 'page.html', page],
    [consoleRoute, 'page.html.br', brotliCompressSync(page)],
    [engineRoute, 'engine.js', engine],
    [engineRoute, 'engine.js.br', brotliCompressSync(engine)],
  ] as const;
});

/** Bundles every endpoint with one esbuild call, each into a folder of its own below `outdir`, with the text that it serves. */
export function bundle(
  routes: readonly Route[],
  outdir: string,
  { sourceMaps = false }: BundleOptions = {},
): Bundles {
  const { metafile } = buildSync({
    ...OPTIONS,
    entryPoints: Object.fromEntries(routes.map(({ id }) => [`${id}/index`, `functions/${id}/handler.ts`])),
    outdir,
    alias: STAND_INS,
    sourcemap: sourceMaps,
    metafile: true,
  });
  const folderOf = ({ id }: Route) => resolve(ROOT, outdir, id);
  const isServed = (route: Route) => routes.includes(route);
  for (const [route, name, text] of [consoleRoute, engineRoute].some(isServed) ? consoleTexts() : [])
    if (isServed(route)) writeFileSync(resolve(folderOf(route), name), text);
  return { folderOf, metafile };
}

/** Packages of the SDK that are CommonJS ask for their modules as such. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Bundles the function of the ledger workflow, the AWS SDK among it: that of Lambda's runtime changes without a
 * deployment. The SDK needs all of `node:http`.
 * @returns the folder of its code, and what is in it
 */
export function bundleLedgers(outdir: string, { sourceMaps = false }: BundleOptions = {}) {
  const folder = resolve(ROOT, outdir, 'ledgers');
  const { metafile } = buildSync({
    ...OPTIONS,
    entryPoints: { index: 'functions/ledgers/handler.ts' },
    outdir: folder,
    sourcemap: sourceMaps,
    banner: { js: REQUIRE },
    metafile: true,
  });
  writeFileSync(resolve(folder, 'page.html'), buildReportPage());
  return { folder, metafile };
}
