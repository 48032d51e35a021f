import type { ModelTies } from '../../engine/rows/agreeing-models.ts';
import type { Purchase, RequestDetails } from '../../log-facts.ts';
import { Rejection } from '../../rejections.ts';
import { maskName } from '../../schemas/plain-name.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
import { matchesStars } from '../../stars.ts';
import type { LogColumns } from '../columns/log-columns.ts';

/** Yields the model mappings in plain rows: model sold, and model requested instead. */
function* listLoggedMappings(sales: LogColumns): Generator<[string, string]> {
  const bought = sales.purchases.texts.map((text) => text && (JSON.parse(text) as Purchase).bought);
  if (bought.every((name) => name === undefined)) return;
  const { model } = sales.table.columns;
  const seen = new Set<number>();
  for (let row = 0; row < sales.length; row++) {
    const purchase = sales.purchaseNumber(row);
    const name = bought[purchase];
    if (name === undefined) continue;
    const pair = (model[row] as number) * bought.length + purchase;
    if (seen.has(pair)) continue;
    seen.add(pair);
    yield [sales.models.texts[model[row] as number] ?? '', name];
  }
}

/** Sorts ties by name, without repetitions. */
const sortedTies = (ties: ModelTies): ModelTies =>
  [...new Map(ties.map((pair) => [JSON.stringify(pair), pair]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pair]) => pair);

/** Collects the model mappings that the log records. */
export const collectTies = (
  sales: LogColumns,
  usage: readonly DownstreamRecord[],
  facts: readonly (RequestDetails | undefined)[],
): ModelTies =>
  sortedTies([
    ...listLoggedMappings(sales),
    ...usage.flatMap(({ model }, place): [string, string][] => {
      const bought = facts[place]?.bought;
      return bought === undefined ? [] : [[model, bought]];
    }),
  ]);

const countLetters = (pattern: string): number => pattern.replaceAll('*', '').length;

/**
 * Refuses two patterns that fit a billed name equally well, because its cost would go to either model by chance.
 * @throws Rejection `invalid_request`
 */
function refuseTwo(billed: string, patterns: readonly string[]): never {
  const [name, one = '', other = ''] = [billed, ...patterns].map(maskName);
  throw new Rejection(
    'invalid_request',
    {
      en: `Two patterns of "names" match the billed name ${name} equally well, but name two models: ${one} and ${other}.`,
      zh: `"names" 中有两个模式同样适合账单中的名称 ${name}，但对应不同的模型：${one} 和 ${other}。`,
    },
    [
      {
        en: `Add ${name} itself to "names", or make one of the two patterns longer.`,
        zh: `请在 "names" 中直接写出 ${name}，或把其中一个模式写得更长。`,
      },
    ],
  );
}

/**
 * Ties billed names to models sold, by the setting `names`. A name with `*` is a pattern for billed names that no
 * exact name matches; the pattern with the most other characters wins.
 * @throws Rejection if two patterns of equal length match a name and mean two models
 */
export function tieNames(names: Readonly<Record<string, string>>, billed: Iterable<string>): ModelTies {
  const exact = Object.entries(names).filter(([name]) => !name.includes('*'));
  const patterns = Object.entries(names)
    .filter(([name]) => name.includes('*'))
    .sort(([a], [b]) => countLetters(b) - countLetters(a));
  const ties = exact.map(([name, sold]) => [sold, name] as const);
  if (patterns.length === 0) return ties;
  const stated = new Set(exact.map(([name]) => name.toLowerCase()));
  const matched = [...new Set(billed)].flatMap((name) => {
    if (stated.has(name.toLowerCase())) return [];
    const fitting = patterns.filter(([pattern]) => matchesStars(name, pattern));
    const [first] = fitting;
    if (first === undefined) return [];
    const equal = fitting.filter(([pattern]) => countLetters(pattern) === countLetters(first[0]));
    if (equal.some(([, sold]) => sold !== first[1]))
      refuseTwo(
        name,
        [first, equal.find(([, sold]) => sold !== first[1]) ?? first].map(([pattern]) => pattern),
      );
    return [[first[1], name] as const];
  });
  return [...ties, ...matched];
}
