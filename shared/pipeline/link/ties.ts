import type { Ties } from '../../engine/rows/agreeing-models.ts';
import type { Purchase, RequestDetails } from '../../log-facts.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
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
const sortedTies = (ties: Ties): Ties =>
  [...new Map(ties.map((pair) => [JSON.stringify(pair), pair]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pair]) => pair);

/** The mappings that a log records, as plain sales and others say. */
export const tiesIn = (
  sales: LogColumns,
  usage: readonly DownstreamRecord[],
  facts: readonly (RequestDetails | undefined)[],
): Ties =>
  sortedTies([
    ...pairsIn(sales),
    ...usage.flatMap(({ model }, place): [string, string][] => {
      const bought = facts[place]?.bought;
      return bought === undefined ? [] : [[model, bought]];
    }),
  ]);
