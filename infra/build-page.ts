import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';

const PAGE = fileURLToPath(new URL('../functions/console/page/', import.meta.url));
const STYLE = 'styles/page.css';

/** Options for scripts and styles of the page. `target` lists the oldest browsers that are supported. */
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

/** Bundles a script or a style sheet with all that it imports into one text. */
function bundleFile(entry: string): string {
  const { outputFiles } = buildSync({ ...OPTIONS, entryPoints: [entry], format: 'iife' });
  return outputFiles[0]?.text.trim() ?? '';
}

/** Parses the names of an import or export, `a as b,c`, to pairs. */
const parseNames = (names: string): [name: string, alias: string][] =>
  names.split(',').map((pair) => {
    const [name = '', alias = name] = pair.split(' as ');
    return [name, alias];
  });

/** Builds the scripts of the page and of the engine, and a script with the code of both, as classic scripts. */
function buildScripts() {
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
  // The common script returns its exports as an array, from which the others take constants: a constant is shorter
  // than a property, as which esbuild would write an import in a classic script.
  const [body = '', exported = ''] = code('common').split(/export\{([^}]*)\};?\s*$/);
  const exports = parseNames(exported);
  const places = new Map(exports.map(([, name], index) => [name, index]));
  const asFunctionOfCommon = (name: string) => {
    const [, imported = '', rest] = code(name).split(/^import\{([^}]*)\}from"[^"]*";/);
    const constants: string[] = [];
    for (const [name, constant] of parseNames(imported)) constants[places.get(name) ?? 0] = constant;
    return `common=>{const[${constants}]=common;${rest}}`;
  };
  return {
    metafile,
    common: shorten(`var common=(()=>{${body}return[${exports.map(([local]) => local)}]})()`),
    script: shorten(`(${asFunctionOfCommon('console')})(common)`),
    engine: shorten(`globalThis.engine=${asFunctionOfCommon('engine')}`),
  };
}

/** Loads swc when it is first needed: it takes 20 MB, and the report page is built without it. */
const swc = () => createRequire(import.meta.url)('@swc/core') as typeof import('@swc/core');

/** Minifies a script with swc, which compresses to 5 % less than the output of esbuild. Takes about a second. */
const shorten = (code: string): string =>
  swc().minifySync(code, {
    compress: { inline: 1, hoist_props: false },
    mangle: true,
    ecma: 2022,
    module: false,
  }).code;

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Builds the Content-Security-Policy of the page: its own scripts and styles, a worker, and no network requests. */
const buildPolicy = ({ common, script, style, engine }: Parts): string =>
  [
    "default-src 'none'",
    `script-src '${hashOf(common)}' '${hashOf(script)}'${engine && " 'self'"}`,
    `style-src '${hashOf(style)}'`,
    'worker-src blob:',
    // A string may become code only through the trusted-types policy that starts the worker.
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
  /** Integrity hash of the engine's script. Empty for a page without an engine. */
  readonly engine: string;
}

const fillTemplate = (parts: Parts): string =>
  readFileSync(`${PAGE}page.html`, 'utf8')
    .replace('content="policy"', () => `content="${buildPolicy(parts)}"`)
    .replaceAll(/\/\*(style|common|script|engine)\*\//g, (_whole, name: keyof Parts) => parts[name]);

/** Returns a function that calls `build` on the first call only, and returns its result on every call. */
export function buildOnce<T>(build: () => T): () => T {
  let cache: { readonly result: T } | undefined;
  return () => {
    cache ??= { result: build() };
    return cache.result;
  };
}

/** Builds the page as one HTML text, and the script of its engine. Also returns the modules in both. */
export const buildPage = buildOnce(() => {
  const { metafile, common, script, engine } = buildScripts();
  const page = fillTemplate({ style: bundleFile(STYLE), common, script, engine: hashOf(engine) });
  return { page, engine, metafile };
});

/** Builds the page that shows one finished report and reads no files: the template of `report.html`. */
export const buildReportPage = buildOnce(() =>
  fillTemplate({ style: bundleFile(STYLE), common: '', script: bundleFile('report.ts'), engine: '' }),
);
