import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync, type TransformOptions, transformSync } from 'esbuild';

const PAGE = fileURLToPath(new URL('../functions/console/page/', import.meta.url));
const STYLE = 'styles/page.css';

/** As a browser of the last years takes it. */
const OPTIONS = {
  absWorkingDir: PAGE,
  bundle: true,
  write: false,
  platform: 'browser',
  target: ['es2023', 'chrome123', 'safari17.5', 'firefox120'],
  minify: true,
  charset: 'utf8',
  logLevel: 'warning',
} satisfies BuildOptions;

/** One script or style sheet with all that it imports. */
function bundled(entry: string): string {
  const { outputFiles } = buildSync({ ...OPTIONS, entryPoints: [entry], format: 'iife' });
  return outputFiles[0]?.text.trim() ?? '';
}

/** Rewrites a module as a classic script, which asks `require` for what the module imports. */
const classic = (code: string, options: TransformOptions): string =>
  transformSync(code, { minify: true, charset: 'utf8', target: OPTIONS.target, ...options }).code;

/**
 * Builds the scripts of page and engine, and one with the code that both need. They are classic scripts, because the
 * worker starts from the text of two of them.
 */
function scripts() {
  const { outputFiles, metafile } = buildSync({
    ...OPTIONS,
    metafile: true,
    entryPoints: ['console.ts', 'engine.ts'],
    format: 'esm',
    splitting: true,
    outdir: 'built',
    chunkNames: 'common',
  });
  const code = (name: string) => outputFiles.find(({ path }) => path.endsWith(`${name}.js`))?.text ?? '';
  const given = (name: string) =>
    `common=>{const require=()=>common;${classic(code(name), { format: 'cjs' })}}`;
  return {
    metafile,
    common: shortened(classic(code('common'), { format: 'iife', globalName: 'common' })),
    script: shortened(`(${given('console')})(common)`),
    engine: shortened(`globalThis.engine=${given('engine')}`),
  };
}

/** Loaded where it is needed: it takes 20 MB, and a report file is not shortened by it. */
const swc = () => createRequire(import.meta.url)('@swc/core') as typeof import('@swc/core');

/** 5 % shorter once packed: swc names by how often a name stands, and puts single calls in place. It takes a second. */
const shortened = (code: string): string =>
  swc().minifySync(code, { compress: true, mangle: true, ecma: 2022, module: false }).code;

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** What the page may do: run what stands in it, its engine, and its worker, which starts from their texts. It may ask nobody. */
const policyOf = ({ common, script, style, engine }: Parts): string =>
  [
    "default-src 'none'",
    `script-src '${hashOf(common)}' '${hashOf(script)}'${engine && " 'self'"}`,
    `style-src '${hashOf(style)}'`,
    'worker-src blob:',
    // No text becomes code, but by the policy of that name: the worker's.
    "require-trusted-types-for 'script'",
    'trusted-types worker',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

interface Parts {
  readonly style: string;
  readonly common: string;
  readonly script: string;
  /** What the engine's script must be to run; empty for a page without one. */
  readonly engine: string;
}

const built = (parts: Parts): string =>
  readFileSync(`${PAGE}page.html`, 'utf8')
    .replace('content="policy"', () => `content="${policyOf(parts)}"`)
    .replaceAll(/\/\*(style|common|script|engine)\*\//g, (_whole, name: keyof Parts) => parts[name]);

/** Builds but once a process: it takes seconds. */
export function once<T>(build: () => T): () => T {
  let made: { readonly built: T } | undefined;
  return () => {
    made ??= { built: build() };
    return made.built;
  };
}

/**
 * Builds the console as one HTML text with its styles and scripts, and its engine: the replies of `GET /` and
 * `GET /engine.js`. The metafile lists what they contain; a report file contains a part of it.
 */
export const buildPage = once(() => {
  const { metafile, common, script, engine } = scripts();
  const page = built({ style: bundled(STYLE), common, script, engine: hashOf(engine) });
  return { page, engine, metafile };
});

/** The page without what reads files: what a report file is made of. */
export const buildReportPage = once(() =>
  built({ style: bundled(STYLE), common: '', script: bundled('report.ts'), engine: '' }),
);
