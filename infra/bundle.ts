import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync, type Metafile } from 'esbuild';
import { route as consoleRoute } from '#functions/console/route.ts';
import type { Route } from '#shared/http/route.ts';
import { buildPage } from './page.ts';

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

/** Bundles every endpoint with one esbuild call, each into a folder of its own below `outdir`; the console's holds its page. */
export function bundle(
  routes: readonly Route[],
  outdir: string,
  { sourceMaps = false }: BundleOptions = {},
): Bundles {
  const { metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(routes.map(({ id }) => [`${id}/index`, `functions/${id}/handler.ts`])),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    alias: STAND_INS,
    minify: true,
    // A Chinese character takes three bytes, escaped it would take six.
    charset: 'utf8',
    sourcemap: sourceMaps,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  const folderOf = ({ id }: Route) => resolve(ROOT, outdir, id);
  if (routes.includes(consoleRoute)) writeFileSync(resolve(folderOf(consoleRoute), 'page.html'), buildPage());
  return { folderOf, metafile };
}
