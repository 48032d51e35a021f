import { describe, expect, it } from 'vitest';
import { ExpressionProblem } from '#shared/normalizer/price/expression/expression-values.ts';
import { parseTierExpression } from '#shared/normalizer/price/expression/tier-expression.ts';

const none = { cc1h: 0, img_cr: 0, img_o: 0, ai: 0, ao: 0 };
const counts = { ...none, p: 10, c: 3, len: 12, cr: 2, cc: 1, img: 4, image_count: 2 };
const value = (source: string, matched: boolean[] = []) =>
  parseTierExpression(source).compute({ counts, matched });

describe('an expression gives', () => {
  it.each<[string, number]>([
    ['2', 2],
    [' \t\r\n 2 ', 2],
    ['1_000', 1000],
    ['0x1F + 0b11 + 0o17', 31 + 3 + 15],
    ['.5 + 5. + 1e3 + 1.5E-1', 1005.65],
    ['p * 2.5 + c * 12', 61],
    ['len - cr - cc - cc1h - img - img_o - ai - ao', 5],
    ['10 - 3 - 2', 5],
    ['12 / 2 / 3', 2],
    ['5 / 2', 2.5],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['2 ** 3 ** 2', 512],
    ['-2 ** 2', -4],
    ['2 ** -1 * 4', 2],
    ['- - +2', 2],
    ['0.1 + 0.2', 0.30000000000000004],
    ['p > 9 ? 1 : 2', 1],
    ['p > 10 ? 1 : p > 9 ? 2 : 3', 2],
    ['(p > 10 ? 1 : 2) * 3', 6],
    ['p > 10 ? 1 : 2 * 3', 6],
    ['p >= 10 && c <= 3 ? 1 : 0', 1],
    ['p < 10 || c == 3 and not false ? 1 : 0', 1],
    ['true or 1 / 0 > 0 and false ? 1 : 0', 1],
    ['!true == false ? 1 : 0', 1],
    ['not (p != 10) ? 1 : 0', 1],
    ['p > 20 || c > 20 ? 1 : 0', 0],
    ['1 == 1.0 ? 1 : 0', 1],
    ['true == (p > 1) ? 1 : 0', 1],
    ['1 < p <= 10 < 11 ? 1 : 0', 1],
    ['1 < p < 10 < 11 ? 1 : 0', 0],
    ['20 > p > c == true ? 1 : 0', 1],
    ['tier("a", p * 2)', 20],
    ["tier('a \\' b', 1) + tier(`c`, 2)", 3],
    ['max(p, c) + min(p, c) + abs(0 - c) + ceil(2.1) + floor(2.9)', 10 + 3 + 3 + 3 + 2],
    ['(tier("a", p) + 1) * 2', 22],
    ['tier("image", fixed(0.04)) * image_count', 80_000],
  ])('%s: %d', (source, expected) => expect(value(source)).toBe(expected));
});

describe('rules of an expression', () => {
  it('are numbered left to right, inner before outer', () => {
    const source =
      '(param("a") == "x" ? 2 : 1) * (header("b") != "" && (hour("UTC") < (day("UTC") > 3 ? 4 : 1)) ? 3 : 1.0)';
    expect(parseTierExpression(source).multipliers).toEqual([2, 4, 3]);
    expect(value(source, [true, true, false])).toBe(2);
    expect(value(source, [false, false, true])).toBe(3);
    expect(value(source, [false, false, false])).toBe(1);
  });

  it.each([
    'param("a") == "t" ? 2 : 1',
    'param("a") != nil ? 2 : 1',
    'param("a") != nil && has(param("a"), "t") ? 2 : 1',
    'param("a") != nil && param("a") > 5 ? 2 : 1',
    'header("h") != "" ? 2 : 1',
    'has(header("h"), "t") ? 2 : 1',
    'hour("Asia/Shanghai") >= 9 && hour("Asia/Shanghai") < 18 ? 2 : 1',
    'hour("z") >= 22 || hour("z") < 6 ? 2 : 1',
    'weekday("z") == 0 || month("z") == 12 || minute("z") == 0 ? 2 : 1',
  ])('%s is a rule', (source) => {
    const { dependsOnRequest, dependsOutsideRules, multipliers } = parseTierExpression(source);
    expect({ dependsOnRequest, dependsOutsideRules, multipliers }).toEqual({
      dependsOnRequest: true,
      dependsOutsideRules: false,
      multipliers: [2],
    });
  });

  it.each([
    ['a negative factor', 'param("a") == 1 ? -2 : 1'],
    ['a factor that is computed', 'param("a") == 1 ? p : 1'],
    ['another second branch', 'param("a") == 1 ? 2 : 3'],
    ['a question without condition', 'param("a") * 2'],
    ['a question in a branch', 'p > 1 ? 2 : hour("z")'],
    ['a question beside a rule', '(param("a") == 1 ? 2 : 1) * hour("z")'],
  ])('%s is not a rule', (_, source) =>
    expect(parseTierExpression(source)).toMatchObject({ dependsOnRequest: true, dependsOutsideRules: true }),
  );

  it('a number and 1 are rules only with a condition', () => {
    expect(parseTierExpression('p > 20 ? 2 : 1')).toMatchObject({ dependsOnRequest: false, multipliers: [] });
    expect(value('p > 20 ? 2 : 1')).toBe(1);
  });
});

it('counts are listed, also from branches that are not taken', () =>
  expect([...parseTierExpression('!(-img > +ai) ? p : max(cr, len)').uses].sort()).toEqual([
    ...['ai', 'cr', 'img', 'len', 'p'],
  ]));

describe('unsupported is', () => {
  const deep = (depth: number) => `${'('.repeat(depth)}p${')'.repeat(depth)}`;
  it.each([
    ...['', ' ', 'p p', 'p +', '* p', '(p', 'p)', '()', 'p ? 1', 'p > 1 ? 2 :', 'p ?: 1', ','],
    ...['x', 'len(p)', 'p()', 'tier', 'tier()', 'tier("a")', 'tier(p, p)', 'tier("a", p, p)', 'max(p)'],
    ...['abs(p, p)', 'max(p, p,)', 'round(p)', 'int(p)', 'sum([p])', 'param()', 'has(param("a"))'],
    ...['p % 2', 'p ^ 2', 'p ?? 1', 'p | max(1)', '1..2', '[p]', '{p}', 'p.q', 'p; c', 'let x = p; x', '#'],
    ...['if p > 1 { 1 } else { 2 }', 'p in 1', 'p // c', 'p /* c */', 'p = 1', 'p & 1', '"a" contains "b"'],
    ...['2p', '2 2', '1 == 1or false ? 1 : 2', '1.2.3', '0x', '0x_', '1e400', '9007199254740993'],
    ...['"open', '"a\nb"', "'a", '`a', 'p > 1 ? 1 : "'],
    ...['тест', 'p\u00a0+ 1', '1,5', '$p', 'tier("a" + "b", p)'],
    deep(300),
    `${'-'.repeat(300)}p`,
    `${'p > 1 ? 1 : '.repeat(300)}1`,
    `p${' + p'.repeat(300)}`,
    `p${' ** p'.repeat(300)}`,
    `p${' '.repeat(9000)}`,
  ])('%.40j', (source) =>
    expect(() => parseTierExpression(source), source.slice(0, 40)).toThrow(ExpressionProblem),
  );

  it.each([
    ...['p > 1', 'true', '"a"', 'nil', 'p + true', '!p', 'p && true', 'true > 1', 'p ? 1 : 2', 'p == true'],
    ...['p == true ? 1 : 2', 'p != true ? 1 : 2'],
    ...['has("a", "b")', 'hour("z")', 'max(p, true)', 'tier("a", true)', '-true'],
    ...['9007199254740991 + 1', '-9007199254740991 - 1', '4000000000 * 4000000000', '1e17 * 1'],
  ])('%s, which is detected when it is computed', (source) =>
    expect(() => value(source)).toThrow(ExpressionProblem),
  );

  it('but not in a branch that is not computed', () => {
    expect(value('true ? 1 : "a"')).toBe(1);
    expect(value('false && p ? 1 : 2')).toBe(2);
  });

  it('but not nesting and chains of a hundred', () => {
    expect(value(deep(100))).toBe(10);
    expect(value(`p${' + p'.repeat(100)}`)).toBe(1010);
    expect(value(`${'p > 10 ? 1 : '.repeat(100)}7`)).toBe(7);
  });
});
