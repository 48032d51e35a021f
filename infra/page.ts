import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifySync } from '@swc/core';
import { buildSync } from 'esbuild';

const PAGE = fileURLToPath(new URL('../functions/console/page/', import.meta.url));

const LITERAL = /(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{))*`)/.source;
/**
 * What checks and gateways say of themselves for documents and manifests, and never on the page: their laws,
 * notes and limitations, where gateways are asked, and where it was read what they are.
 */
const UNTOLD = [
  [new RegExp(`\\b(invariant|notes):${LITERAL}`, 'g'), '$1:""'],
  [new RegExp(`\\b(resources|limitations|sources):\\[(?:${LITERAL}|[^\\]"'\`])*\\]`, 'g'), '$1:[]'],
] as const;

const withoutUntold = (code: string): string =>
  UNTOLD.reduce((left, [said, empty]) => left.replaceAll(said, empty), code);

/** One script or style sheet with all that it imports, as a browser of the last years takes it. */
function bundled(entry: string): string {
  const { outputFiles } = buildSync({
    absWorkingDir: PAGE,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: ['es2023', 'chrome123', 'safari17.5', 'firefox120'],
    minify: true,
    charset: 'utf8',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** 5 % shorter once packed: swc names by how often a name stands, and puts single calls in place. It takes a second. */
const shortened = (code: string): string =>
  minifySync(code, { compress: true, mangle: true, ecma: 2022, module: false }).code;

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What the page may do: run what stands in it, and its worker, which is started from its own text. It may ask nobody. */
const policyOf = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(style)}`,
    'worker-src blob:',
    // No text becomes code, but by the policy of that name: the worker's.
    "require-trusted-types-for 'script'",
    'trusted-types worker',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

function built(script: string): string {
  const style = bundled('styles/page.css');
  const parts: Readonly<Record<string, string>> = { style, script };
  const template = readFileSync(`${PAGE}page.html`, 'utf8');
  return template
    .replace('content="policy"', () => `content="${policyOf(script, style)}"`)
    .replaceAll(/\/\*(style|script)\*\//g, (_whole, name: string) => parts[name] ?? '');
}

/** The console as one HTML text, which holds styles and script, the worker's as well: what `GET /` answers. */
export const buildPage = (): string => built(shortened(withoutUntold(bundled('console.ts'))));

/** The same without the engine: what a report file is made of. */
export const buildReportPage = (): string => built(bundled('report.ts'));
