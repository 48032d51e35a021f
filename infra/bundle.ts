import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import { route as consoleRoute } from '#functions/console/route.ts';
import { route as engineRoute } from '#functions/engine/route.ts';
import type { Route } from '#shared/http/route.ts';
import { buildOnce, buildPage, buildReportPage } from './build-page.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Result of `bundleRoutes`. */
export interface Bundles {
  /** Returns the folder with the route's `index.mjs` (and source map, if enabled): the code asset of its function. */
  readonly folderOf: (route: Route) => string;
  readonly metafile: Metafile;
}

/**
 * Modules replaced in the bundles of endpoints. middy imports `node:http` for two status texts only, and loading it
 * takes a third of a cold start. Bundling fails if an endpoint uses more of `node:http` than the replacement exports.
 */
const REPLACEMENTS = { 'node:http': './shared/http/status-texts.ts' };

interface BundleOptions {
  /** Writes source maps next to the bundles. Loading them lengthens each cold start by about ten milliseconds. */
  readonly sourceMaps?: boolean;
}

/** Options of every bundle that runs on Node. */
export const BUNDLE_OPTIONS = {
  absWorkingDir: ROOT,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  // Write Chinese characters unescaped: three bytes each instead of six.
  charset: 'utf8',
  sourcesContent: false,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The page and its engine, plain and compressed with brotli, which is a sixth smaller than gzip. */
const consoleFiles = buildOnce(() => {
  const { page, engine } = buildPage();
  return [
    [consoleRoute, 'page.html', page],
    [consoleRoute, 'page.html.br', brotliCompressSync(page)],
    [engineRoute, 'engine.js', engine],
    [engineRoute, 'engine.js.br', brotliCompressSync(engine)],
  ] as const;
});

/** Bundles the Lambda function of each route into `<outdir>/<route id>`, together with the files that it serves. */
export function bundleRoutes(
  routes: readonly Route[],
  outdir: string,
  { sourceMaps = false }: BundleOptions = {},
): Bundles {
  const { metafile } = buildSync({
    ...BUNDLE_OPTIONS,
    entryPoints: Object.fromEntries(routes.map(({ id }) => [`${id}/index`, `functions/${id}/handler.ts`])),
    outdir,
    alias: REPLACEMENTS,
    sourcemap: sourceMaps,
    metafile: true,
  });
  const folderOf = ({ id }: Route) => resolve(ROOT, outdir, id);
  const isBundled = (route: Route) => routes.includes(route);
  for (const [route, name, content] of [consoleRoute, engineRoute].some(isBundled) ? consoleFiles() : [])
    if (isBundled(route)) writeFileSync(resolve(folderOf(route), name), content);
  return { folderOf, metafile };
}

/** Defines `require` in a bundle: the CommonJS packages of the AWS SDK load Node's modules with it. */
export const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Bundles the Lambda function of the ledger workflow into `<outdir>/ledgers`, together with the report page and the AWS
 * SDK, because the SDK of Lambda's runtime changes without a deployment.
 */
export function bundleLedgers(outdir: string, { sourceMaps = false }: BundleOptions = {}) {
  const folder = resolve(ROOT, outdir, 'ledgers');
  const { metafile } = buildSync({
    ...BUNDLE_OPTIONS,
    entryPoints: { index: 'functions/ledgers/handler.ts' },
    outdir: folder,
    sourcemap: sourceMaps,
    banner: { js: REQUIRE },
    metafile: true,
  });
  writeFileSync(resolve(folder, 'page.html'), buildReportPage());
  return { folder, metafile };
}
