import type { Ties } from '../../engine/rows/agreeing-models.ts';
import type { PriceSeen, Purchase, SaleFact, UnsaidFact } from '../../facts.ts';
import type { DownstreamUsage } from '../../normalizer/records/downstream.ts';
import type { LogColumns } from '../columns/log-columns.ts';

/** Models sold with those that the operator's mapping asked for in their place, as plain rows say. */
function* pairsIn(sales: LogColumns): Generator<[string, string]> {
  const bought = sales.purchases.texts.map((text) => text && (JSON.parse(text) as Purchase).bought);
  if (bought.every((name) => name === undefined)) return;
  const { model } = sales.table.columns;
  const seen = new Set<number>();
  for (let row = 0; row < sales.length; row++) {
    const purchase = sales.purchase(row);
    const name = bought[purchase];
    if (name === undefined) continue;
    const pair = (model[row] as number) * bought.length + purchase;
    if (seen.has(pair)) continue;
    seen.add(pair);
    yield [sales.models.texts[model[row] as number] ?? '', name];
  }
}

/** Each once, in the order of their names. */
export const sortedTies = (ties: Ties): Ties =>
  [...new Map(ties.map((pair) => [JSON.stringify(pair), pair]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pair]) => pair);

/** The mappings that a log records, in the order of their names. */
function tiesOf(sales: LogColumns, usage: DownstreamUsage, facts: readonly (SaleFact | undefined)[]): Ties {
  const others = usage.records.flatMap(({ record }, place): [string, string][] => {
    const bought = facts[place]?.bought;
    return bought === undefined ? [] : [[record.model, bought]];
  });
  return sortedTies([...pairsIn(sales), ...others]);
}

/** What rows say, in the order of their records. */
export const inOrder = <T>(
  { records }: DownstreamUsage,
  byIndex: ReadonlyMap<number, T>,
): (T | undefined)[] => records.map(({ index }) => byIndex.get(index));

/** What a log says beside its sales, plain ones and others. */
export interface BesideSales {
  /** What the rows of `downstreamUsage` say of their requests, in its order. */
  readonly saleFacts: readonly (SaleFact | undefined)[];
  /** Models sold, each with the one that was asked for in its place. */
  readonly ties: Ties;
  /** What the rows of `downstreamUsage` say of prices. */
  readonly pricesSeen: readonly PriceSeen[];
  /** What they say of money that stands only in words. */
  readonly unsaid: readonly UnsaidFact[];
}

export function besideSales(sales: LogColumns, usage: DownstreamUsage): BesideSales {
  const saleFacts = inOrder(usage, usage.sales());
  const { prices, unsaid } = usage.facts();
  return { saleFacts, ties: tiesOf(sales, usage, saleFacts), pricesSeen: prices, unsaid };
}
