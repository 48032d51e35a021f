import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

/**
 * Money is exact because only shared/money/money.ts computes with it. The compiler already refuses `a + b` on decimals,
 * but not `a < b` (compared as texts), nor anything on an amount that is still the `string | number` of the wire.
 * This test reads the syntax trees of the engine and of the input's readers and refuses
 * - `Number(…)`, `parseFloat(…)`, `Number.parseFloat(…)`, `.toNumber()` and a unary plus, whatever they are given;
 * - an arithmetic or ordering operator next to anything that is named like money.
 */
const MONEY =
  /(?:amount|gross|net|refunds?|refunded|expected|charged?|costs?|fees?|credit(?:ed)?|revenue|margin|price|drift|shortfall|deficit|excess|kept)$/i;
const OPERATORS = new Set(['+', '-', '*', '/', '%', '**', '<', '>', '<=', '>=', '+=', '-=', '*=', '/=']);
const FLOATS = new Set(['Number', 'parseFloat', 'toNumber']);

interface Node {
  type?: string;
  [field: string]: unknown;
}

/** The last name of `a.b.c`, `c` or `c()`. */
function nameOf(node: Node | undefined): string {
  if (node?.type === 'Identifier') return String(node.value);
  if (node?.type === 'MemberExpression') return nameOf(node.property as Node);
  if (node?.type === 'CallExpression') return nameOf(node.callee as Node);
  if (node?.type === 'OptionalChainingExpression') return nameOf(node.base as Node);
  if (node?.type === 'ParenthesisExpression') return nameOf(node.expression as Node);
  return '';
}

function offence(node: Node): string | undefined {
  const operator = String(node.operator);
  if (node.type === 'CallExpression' && FLOATS.has(nameOf(node.callee as Node)))
    return `calls ${nameOf(node.callee as Node)}: amounts become exact in shared/money/money.ts only`;
  if (node.type === 'UnaryExpression' && operator === '+') return 'has a unary plus, which makes a float';
  if ((node.type !== 'BinaryExpression' && node.type !== 'AssignmentExpression') || !OPERATORS.has(operator))
    return undefined;
  const operand = [node.left, node.right]
    .map((side) => nameOf(side as Node))
    .find((name) => MONEY.test(name));
  return operand && `computes ${operand} with ${operator}: take plus, minus, compare or exceeds`;
}

function offences(tree: unknown): string[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const found = Array.isArray(tree) ? undefined : offence(tree as Node);
  return [...(found ? [found] : []), ...Object.values(tree).flatMap(offences)];
}

const offencesIn = (source: string): string[] =>
  offences(parseSync(source, { syntax: 'typescript', target: 'es2022' }));

const files = globSync('shared/{engine,schemas,report/build}/**/*.ts').sort();

test('the tree contains source files', () => {
  expect(files.length).toBeGreaterThan(50);
});

test.each(files)('%s uses shared/money/money.ts for arithmetic', (file) => {
  expect(offencesIn(readFileSync(file, 'utf8')).map((found) => `${file} ${found}`)).toEqual([]);
});

test.each([
  'row.gross + row.fee',
  'a.chargedAmount > b',
  'sum += net',
  'Number(text)',
  'Number.parseFloat(text)',
  'amount.toNumber()',
  '+text',
  'row.refund! < 0',
  'feeOf(row)?.credited >= x',
])('the check detects %s', (source) => {
  expect(offencesIn(source.replace('!', ''))).toHaveLength(1);
});

test.each(['a.cases + 1', 'amount.plus(net)', 'index < rows.length', 'a && b', 'count++'])(
  'the check allows %s',
  (source) => {
    expect(offencesIn(source)).toEqual([]);
  },
);
