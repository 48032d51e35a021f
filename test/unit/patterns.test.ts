import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { check } from 'recheck';
import { expect, test } from 'vitest';

/**
 * Every pattern of the service runs in linear time, whatever the text. Judged by recheck, in its pure JavaScript
 * form: package.json leaves its other forms out, which are 52 MB of binaries.
 */
process.env.RECHECK_BACKEND = 'pure';

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
}

/** The literals of a parsed file, wherever they stand, and whether it builds patterns from text as well. */
function find(node: unknown, file: string, literals: Pattern[], built: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, pattern, flags, callee } = node as Record<string, unknown>;
  if (type === 'RegExpLiteral') literals.push({ source: pattern as string, flags: flags as string, file });
  if ((callee as { value?: unknown } | undefined)?.value === 'RegExp') built.add(file);
  for (const child of Object.values(node)) find(child, file, literals, built);
}

const literals: Pattern[] = [];
const built = new Set<string>();
for (const file of globSync('{shared,functions}/**/*.ts'))
  find(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript' }), file, literals, built);
const patterns = [...new Map(literals.map((one) => [`/${one.source}/${one.flags}`, one]))];

test('the search finds patterns', () => expect(patterns.length).toBeGreaterThan(20));

test.each(patterns)('%s', { timeout: 60_000 }, async (pattern, { source, flags, file }) => {
  const { status } = await check(source, flags, { timeout: 50_000, randomSeed: 1 });
  expect(
    status,
    `${pattern} in ${file} may take more than linear time, or is too intricate to tell: let no two adjacent loops share a character, anchor it, or scan with indexOf.`,
  ).toBe('safe');
});

test('patterns are literals, except those built from routes and from prohibited keys', () =>
  expect([...built].sort()).toEqual(['functions/not-found/handler.ts', 'shared/http/http-invocation.ts']));
