import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync, type Metafile } from 'esbuild';
import type { Route } from '#shared/http/route.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Bundles {
  /** Folder with the route's `index.mjs` and its source map: the code asset of its function. */
  readonly folderOf: (route: Route) => string;
  readonly metafile: Metafile;
}

/** Bundles every endpoint with one esbuild call, each into a folder of its own below `outdir`. */
export function bundle(routes: readonly Route[], outdir: string): Bundles {
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
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  return { folderOf: ({ id }) => resolve(ROOT, outdir, id), metafile };
}
