import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { routes } from '#functions/routes.ts';
import { buildReportPage } from '#infra/build-page.ts';
import { BUNDLE_OPTIONS, bundleRoutes, REQUIRE } from '#infra/bundle.ts';

/** Programs of the package, each a file of its own below its folder. */
const PROGRAMS = ['llm-reconcile', 'demo', 'month', 'month/month-thread', 'read', 'serve'];

/**
 * Builds the code of the npm package into a folder, which is emptied first: the command `llm-reconcile`, the template
 * of `report.html`, and the functions that `llm-reconcile serve` runs. Returns esbuild's list of the modules in the
 * command.
 */
export async function buildPackage(outdir: string) {
  rmSync(outdir, { recursive: true, force: true });
  bundleRoutes(routes, join(outdir, 'functions'));
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: PROGRAMS.map((name) => `tools/${name}.ts`),
    outbase: 'tools',
    outdir: resolve(outdir),
    splitting: true,
    // Leave out the code that builds page and functions: the package contains both already built.
    external: ['#infra/build-page.ts', '#infra/bundle.ts'],
    banner: { js: REQUIRE },
    metafile: true,
  });
  writeFileSync(join(outdir, 'report-page.html'), buildReportPage());
  return metafile;
}
