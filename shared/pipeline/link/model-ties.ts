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

/**
 * Collects the gateway's model mappings from the log: pairs of the model sold, and the model requested instead.
 * @param details details of the records of `usage`, in the same order
 */
export function collectTies(
  sales: LogColumns,
  usage: readonly DownstreamRecord[],
  details: readonly (RequestDetails | undefined)[],
): ModelTies {
  const ties = [
    ...listLoggedMappings(sales),
    ...usage.flatMap(({ model }, index): [string, string][] => {
      const bought = details[index]?.bought;
      return bought === undefined ? [] : [[model, bought]];
    }),
  ];
  const byText = new Map(ties.map((pair) => [JSON.stringify(pair), pair]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}

const countLetters = (pattern: string): number => pattern.replaceAll('*', '').length;

/** Refuses two patterns that fit a billed name equally well, because its cost would go to either model by chance. */
function refuseTwo(...names: readonly [billed: string, pattern: string, other: string]): never {
  const [name, first, second] = names.map(maskName);
  throw new Rejection(
    'invalid_request',
    {
      en: `Two patterns in "names", ${first} and ${second}, match the billed name ${name} equally well, but mean different models.`,
      zh: `"names" 中的两个模式 ${first} 和 ${second} 都匹配账单中的名称 ${name}，且优先级相同，却对应不同的模型。`,
    },
    [
      {
        en: `Add ${name} itself to "names", or make one of the two patterns longer.`,
        zh: `请在 "names" 中直接写明 ${name}，或把其中一个模式写得更具体。`,
      },
    ],
  );
}

/**
 * Pairs models with their names in bills, by the setting `names` (billed name: model). A name with `*` is a pattern for
 * billed names that no exact name matches. If several patterns match, the one with the most characters other than `*`
 * is used; two of equal length that stand for different models throw a Rejection.
 * @returns pairs of the model sold and the billed name
 */
export function pairNames(names: Readonly<Record<string, string>>, billed: Iterable<string>): ModelTies {
  const exact = Object.entries(names).filter(([name]) => !name.includes('*'));
  const patterns = Object.entries(names)
    .filter(([name]) => name.includes('*'))
    .sort(([a], [b]) => countLetters(b) - countLetters(a));
  const ties = exact.map(([name, sold]) => [sold, name] as const);
  if (patterns.length === 0) return ties;
  const exactNames = new Set(exact.map(([name]) => name.toLowerCase()));
  const matched = [...new Set(billed)].flatMap((name) => {
    if (exactNames.has(name.toLowerCase())) return [];
    const fitting = patterns.filter(([pattern]) => matchesStars(name, pattern));
    const [first] = fitting;
    if (first === undefined) return [];
    const [pattern, sold] = first;
    const other = fitting.find(
      ([equal, model]) => countLetters(equal) === countLetters(pattern) && model !== sold,
    );
    if (other !== undefined) refuseTwo(name, pattern, other[0]);
    return [[sold, name] as const];
  });
  return [...ties, ...matched];
}
