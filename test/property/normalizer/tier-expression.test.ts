import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ExpressionProblem,
  VARIABLES,
  type Variable,
} from '#shared/normalizer/price/expression/expression-values.ts';
import { parseTierExpression } from '#shared/normalizer/price/expression/tier-expression.ts';

const WORDS = [
  ...VARIABLES,
  ...['tier', 'param', 'header', 'has', 'hour', 'max', 'min', 'abs', 'ceil', 'floor'],
  ...['not', 'and', 'or', 'nil'],
  ...['0', '1', '2.5', '.5', '1e3', '0x1F', '1_0', '9007199254740991', '"a"', "'b'", '`c`', 'true', 'false'],
  ...['+', '-', '*', '/', '**', '<', '<=', '>', '>=', '==', '!=', '&&', '||', '!', '?', ':', ',', '(', ')'],
  ...[' ', '\n', '%', '^', '..', '??', '[', '{', ';', '#', '"', '\\', '\u0000', '模', 'x'],
];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 });
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  words.map((parts) => parts.join('')),
  words.map((parts) => parts.join(' ')),
  fc
    .tuple(words, words, fc.integer({ min: 1, max: 4000 }))
    .map(([prefix, pump, times]) => prefix.join(' ') + pump.join(' ').repeat(times).slice(0, 20_000)),
);
const counts = fc.record(
  Object.fromEntries(VARIABLES.map((name) => [name, fc.nat(1_000_000)])) as Record<
    Variable,
    fc.Arbitrary<number>
  >,
);

describe('any text', () => {
  it('is parsed and computed in bounded time, or refused', () => {
    let computed = 0;
    fc.assert(
      fc.property(texts, counts, fc.array(fc.boolean()), (source, given, matched) => {
        const start = performance.now();
        try {
          expect(typeof parseTierExpression(source).compute({ counts: given, matched })).toBe('number');
          computed++;
        } catch (problem) {
          expect(problem).toBeInstanceOf(ExpressionProblem);
        }
        expect(performance.now() - start).toBeLessThan(1000);
      }),
      { numRuns: 3000 },
    );
    expect(computed).toBeGreaterThan(10);
  });
});

/** A number or a condition, as text with the fewest parentheses, and what it is worth. */
interface Made {
  readonly text: string;
  readonly binds: number;
  readonly of: (counts: Record<Variable, number>) => number;
}
const inside = ({ text, binds }: Made, least: number) => (binds < least ? `(${text})` : text);
const OPERATORS: [sign: string, binds: number, of: (a: number, b: number) => number][] = [
  ['+', 30, (a, b) => a + b],
  ['-', 30, (a, b) => a - b],
  ['*', 60, (a, b) => a * b],
  ['/', 60, (a, b) => a / b],
];
const COMPARISONS: [sign: string, of: (a: number, b: number) => boolean][] = [
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
  ['==', (a, b) => a === b],
  ['!=', (a, b) => a !== b],
];
const { made } = fc.letrec<{ made: Made }>((tie) => ({
  made: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc
      .constantFrom(...VARIABLES)
      .map((name): Made => ({ text: name, binds: 200, of: (given) => given[name] })),
    fc
      .constantFrom(0, 1, 2.5, 0.65, 12)
      .map((value): Made => ({ text: String(value), binds: 200, of: () => value })),
    fc.tuple(fc.constantFrom(...OPERATORS), tie('made'), tie('made')).map(
      ([[sign, binds, of], left, right]): Made => ({
        text: `${inside(left, binds)} ${sign} ${inside(right, binds + 1)}`,
        binds,
        of: (given) => of(left.of(given), right.of(given)),
      }),
    ),
    fc.tuple(tie('made'), tie('made')).map(
      ([base, exponent]): Made => ({
        text: `${inside(base, 101)} ** ${inside(exponent, 90)}`,
        binds: 100,
        of: (given) => base.of(given) ** exponent.of(given),
      }),
    ),
    tie('made').map(
      (part): Made => ({ text: `-${inside(part, 90)}`, binds: 90, of: (given) => -part.of(given) }),
    ),
    tie('made').map((part): Made => ({ text: `tier("t", ${part.text})`, binds: 200, of: part.of })),
    fc.tuple(fc.constantFrom(...COMPARISONS), tie('made'), tie('made'), tie('made'), tie('made')).map(
      ([[sign, holds], a, b, yes, no]): Made => ({
        text: `${inside(a, 21)} ${sign} ${inside(b, 21)} ? ${yes.text} : ${no.text}`,
        binds: 0,
        of: (given) => (holds(a.of(given), b.of(given)) ? yes.of(given) : no.of(given)),
      }),
    ),
  ),
}));

describe('an expression', () => {
  it('has the value of its operators, by precedence', () => {
    fc.assert(
      fc.property(made, counts, ({ text, of }, given) => {
        const inputs = { counts: given, matched: [] };
        try {
          expect(parseTierExpression(text).compute(inputs)).toBe(of(given));
        } catch (problem) {
          // Beyond 2^53 integers and doubles part.
          if (!(problem instanceof ExpressionProblem)) throw problem;
          expect(problem.message).toBe('Too large.');
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('has the same value with any spacing', () => {
    fc.assert(
      fc.property(made, counts, fc.constantFrom('', ' ', '\n\t '), ({ text }, given, blank) => {
        const compute = (source: string) => {
          try {
            return parseTierExpression(source).compute({ counts: given, matched: [] });
          } catch (problem) {
            return (problem as Error).message;
          }
        };
        expect(compute(text.replaceAll(' ', blank))).toBe(compute(text));
      }),
    );
  });
});
