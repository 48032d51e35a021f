/**
 * The value of a field in row `i` of `n`; `undefined` leaves the field out. A pattern gives the same values in every
 * ledger, so that ids match.
 */
export type Pattern = (i: number, n: number) => unknown;
export type Patterns = Readonly<Record<string, Pattern>>;

const LONG = 220;
/** A text of this length that differs only at its end, which makes comparisons slow. */
const padded = (end: string, length = LONG): string => end.padStart(length, 'x');

export const absent: Patterns = { none: () => undefined };

/** A large value in the first row only: it must not slow down later rows. */
const first =
  (large: Pattern, small: unknown): Pattern =>
  (i, n) =>
    i === 0 ? large(i, n) : small;
const nested = (levels: number): unknown => (levels === 0 ? [] : { a: nested(levels - 1) });
const keyed = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
const repeated = (text: string): Pattern => {
  const value = text.repeat(4000 / text.length);
  return () => value;
};
/** Values of unexpected types, for any field. */
export const junk: Patterns = {
  ...absent,
  null: () => null,
  true: () => true,
  one: () => 1,
  huge: () => 1e308,
  word: (i) => `w${i}`,
  proto: () => '__proto__',
  object: () => ({}),
  nulls: () => [null],
  deep: () => nested(50),
  tooDeep: () => nested(70),
  ownKey: (i) => ({ [`k${i}`]: i }),
  keys: () => keyed(50),
  list: (i) => [[i], { a: [i] }],
  zeros: first((_, n) => Array(100 * n).fill(0), []),
  manyKeys: first((_, n) => keyed(10 * n), {}),
  manyRows: first((_, n) => Array(50 * n).fill({}), []),
  days: () => [{ start_time: 1, results: [null] }],
  page: () => ({ total: 1, Total: 1, data: { total: 1, Total: 1, data: [] } }),
  json: (i) => JSON.stringify({ a: JSON.stringify([{ b: i }]) }),
  brokenJson: () => '{"a":[',
  brackets: repeated('['),
  braces: repeated('{"a":'),
  blanks: repeated(' '),
  digits: repeated('9'),
  letters: repeated('x'),
  address: repeated('a:@?/'),
  dashes: repeated('-0613'),
};

/** Ids, by how rows share them. */
export const ids: Patterns = {
  own: (i) => `${i}`,
  shared: () => 's',
  pairs: (i) => `${i >> 1}`,
  few: (i) => `f${i % 7}`,
  many: (i) => `m${i % 500}`,
  chain: (i) => `${(i + 1) >> 1}`,
  crossed: (i, n) => `${n - 1 - i}`,
  next: (i, n) => `${(i + 1) % n}`,
  other: (i) => `o${i}`,
  halves: (i) => (i % 2 ? `${i}` : 's'),
  long: (i) => padded(`${i}`),
  falling: (i) => padded(`${100_000 - i}`),
  longShared: () => padded('s'),
  growing: (i) => padded(`${i}`, 6 + (i % (LONG - 6))),
  chinese: (i) => `${'模型'.repeat(30)}${i}`,
  quotes: (i) => `${'"\\'.repeat(60)}${i}`,
};

const versions = (count: number) => '-0613:a'.repeat(count);
export const models: Patterns = {
  one: () => 'm',
  ...ids,
  dated: (i) => `gpt-5-${1000 + (i % 9000)}`,
  tagged: (i) => `gpt-5@${i}`,
  prefixed: (i) => `vendor${i}/a.b.gpt-5`,
  versions: (i) => `m${i}${versions(30)}`,
  versionChain: (i) => `m${versions(i % 60)}`,
  oneMore: (i) => `m${versions(i % 60)}${i % 9 ? '' : '-001'}`,
  signs: (i) => `m${'@-'.repeat(90)}${i}`,
};

const START = Date.UTC(2026, 2, 1);
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
export const times: Patterns = {
  same: () => at(0),
  rising: (i) => at(i),
  falling: (i, n) => at(n - i),
  steps: (i) => at(i >> 1),
  turns: (i) => at(i % 2),
  apart: (i) => at(290 * i),
  days: (i) => at(86_400 * i),
  everyThirdDay: (i) => at(259_200 * i),
  early: (i) => at(-86_400 * (i % 5)),
  offsets: (i) => `2026-03-01T00:00:00.${i % 1000}+${String(i % 24).padStart(2, '0')}:30`,
};
export const seconds: Patterns = {
  same: () => START / 1000,
  rising: (i) => START / 1000 + i,
  falling: (i, n) => START / 1000 + n - i,
  steps: (i) => START / 1000 + (i >> 1),
  scattered: (i) => START / 1000 + ((i * 7919) % 5003),
};

const digits = (length: number, decimals: number, i: number): string =>
  `${'9'.repeat(Math.max(0, length - decimals - 6))}${10_000 + (i % 90_000)}.${'7'.repeat(decimals)}`;
/** Amounts, equal or different, up to the maximum length. */
export const amounts: Patterns = {
  zero: () => '0',
  one: () => '1',
  rising: (i) => `${i + 1}`,
  falling: (i, n) => `${n - i}`,
  scattered: (i) => `${(i * 7919) % 5003}`,
  few: (i) => `${(i % 9) + 1}`,
  cents: (i) => `${i % 97}.${(i % 89) + 10}`,
  tiny: (i) => `0.${String(i + 1).padStart(12, '0')}`,
  large: () => '100000',
  number: (i) => i / 8,
  long: (i) => digits(63, 31, i),
  fraction: (i) => digits(63, 56, i),
  scales: (i) => digits(63, 1 + ((i * 7) % 55), i),
  prime: (i) => `1.${'0'.repeat(50)}${2 * i + 1}`,
};

export const currencies: Patterns = {
  none: () => undefined,
  own: (i) => `C${i}`,
  two: (i) => (i % 2 ? 'EUR' : 'USD'),
  other: () => 'EUR',
};

export const tokens: Patterns = {
  none: () => undefined,
  zero: () => ({ input: 0 }),
  input: (i) => ({ input: i + 1 }),
  meters: (i) => ({ [['input', 'output', 'cacheRead', 'media'][i % 4] as string]: i + 1 }),
  sides: (i) => (i % 2 ? { input: i } : { output: i, media: 1 }),
  halves: (i, n) => (i < n / 2 ? { input: 1 } : { output: 1 }),
  mixed: (i) => ({ input: i % 3, output: i % 5, cacheRead: i % 2, reasoning: i % 7 ? 0 : 1 }),
  fractions: (i) => ({ input: i / 7, output: 1 / (i + 1) }),
};

const cycle =
  (...of: readonly unknown[]): Pattern =>
  (i) =>
    of[i % of.length];
const fixed = (of: readonly unknown[]): Patterns =>
  Object.fromEntries(of.map((value) => [String(value), () => value]));
export const usageStatuses: Patterns = {
  ...fixed(['success', 'failed', 'refunded', 'pending']),
  all: cycle('success', 'failed', 'refunded', 'pending'),
  refunds: cycle('success', 'refunded'),
  waits: cycle('pending', 'success'),
  ends: (i, n) => (i === n - 1 ? 'success' : 'pending'),
};
export const paymentStatuses: Patterns = {
  ...fixed(['settled', 'refunded', 'chargeback', 'pending', 'failed']),
  all: cycle('settled', 'chargeback', 'refunded', 'pending', 'failed'),
  refunds: cycle('settled', 'refunded'),
  waits: cycle('pending', 'settled'),
};

/** Types of log rows. */
export const logTypes: Patterns = {
  ...fixed([2, 5, 6, 4]),
  all: cycle(2, 5, 6, 2),
  retries: (i, n) => (i === n - 1 ? 2 : 5),
  refunds: cycle(2, 6),
};
const json = (value: object): string => JSON.stringify(value);
const tiered = (expression: string): string =>
  json({
    billing_mode: 'tiered_expr',
    matched_tier: 'a',
    group_ratio: 1,
    model_price: 0,
    expr_b64: btoa(expression),
  });
export const snapshots: Patterns = {
  none: () => undefined,
  empty: () => '{}',
  ratios: (i) =>
    json({ model_ratio: 1.25, completion_ratio: 4, group_ratio: 1, model_price: -1, cache_tokens: i % 9 }),
  task: (i) => json({ is_task: true, task_id: `t${i % 7}` }),
  submitted: () => json({ is_task: true }),
  settlement: (i) => json({ task_id: `t${i % 7}`, pre_consumed_quota: i % 3, actual_quota: 2 * i }),
  tiers: (i) => tiered(`p > ${i} ? tier("a", p * 2.5 + c * ${i}) : tier("b", p * 3 + c * 15)`),
  longTiers: (i) => tiered(`${'p > 9 ? ('.repeat(60)}p * ${i}${') : c'.repeat(60)}`),
  nested: (i) => json({ a: json({ b: json({ c: i }) }) }),
  tools: (i) =>
    json({
      model_ratio: 1,
      group_ratio: 1,
      model_price: -1,
      tool_surcharges: Array.from({ length: 20 }, () => ({ count: i, price: 0.1 })),
    }),
};
export const quotas: Patterns = {
  one: () => 500,
  rising: (i) => i + 1,
  few: (i) => 100 * (i % 3),
  minus: (i) => -i,
};
export const numbers: Patterns = {
  none: () => undefined,
  one: () => 1,
  own: (i) => i + 1,
  few: (i) => (i % 5) + 1,
  zero: () => 0,
};
