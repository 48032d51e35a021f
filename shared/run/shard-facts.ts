import type { Ledgers } from '../engine/rows/ledgers.ts';
import { LEDGERS, type Row } from '../engine/rows/row.ts';
import { addReaches } from '../engine/survey/reach.ts';
import { later, mergeRowSurveys, NO_ROWS, type RowSurvey, RowSurveyor } from '../engine/survey/survey.ts';
import { priceText } from '../facts.ts';
import { billSigns } from '../judge/negative-bill.ts';
import { decimal, plain, total } from '../money.ts';
import { addFigures } from '../normalizer/account.ts';
import { isKept, type LogColumns } from './columns/log-columns.ts';
import { billSums } from './guards/bill-sums.ts';
import { sharedIds } from './guards/numbered-alike.ts';
import { reachesOf } from './guards/reach.ts';
import { namedIn } from './guards/upstream-logs.ts';
import type { Linked } from './link/link.ts';
import { changingModels, priceTimes } from './reconcile/price-changes.ts';

/** The latest time of plain rows. */
function latestOf(logs: LogColumns): number | undefined {
  let latest: number | undefined;
  const { time } = logs.table.columns;
  for (let row = 0; row < logs.length; row++)
    if (isKept(logs, row) && (latest === undefined || (time[row] as number) > latest)) latest = time[row];
  return latest;
}

function rowsOf({ sales, charges }: Linked['books'], ledgers: Ledgers): Pick<RowSurvey, 'latest' | 'ratios'> {
  const others = new RowSurveyor(ledgers.currency);
  for (const row of LEDGERS.flatMap((ledger): readonly Row[] => ledgers[ledger])) others.add(row);
  const { latest, ratios } = others.survey;
  return { latest: [latestOf(sales), latestOf(charges)].reduce(later, latest), ratios };
}

/**
 * What a shard says of the whole once it is linked, and before it is reconciled. Plain JSON that adds up.
 * @param ledgers the rows of the books that are no plain ones
 * @param models whose prices may have changed; those of the books at hand where they are all
 */
export function shardFacts(
  { books, outcome: { pricesSeen, ...outcome } }: Linked,
  ledgers: Ledgers,
  models: readonly string[] = changingModels([
    ...books.sales.prices.texts.flatMap((text) => text ?? []),
    ...pricesSeen.map(priceText),
  ]),
) {
  return {
    ...outcome,
    prices: priceTimes(books.sales, pricesSeen, ledgers, new Set(models)),
    signs: billSigns(books.upstreamCharges, books.charges.length),
    bills: billSums(books),
    sharedIds: sharedIds(books),
    /** Which times log and bill hold. */
    reach: reachesOf(books, ledgers),
    named: namedIn(books),
    /** Of all its rows: what no shard can tell for itself. */
    survey: rowsOf(books, ledgers),
  };
}
export type ShardFacts = Readonly<ReturnType<typeof shardFacts>>;

/** Counts and decimals are summed, lists follow each other, and what has names is added name by name. */
function together(parts: readonly unknown[]): unknown {
  const [first] = parts;
  if (typeof first === 'number') return (parts as number[]).reduce((sum, part) => sum + part);
  if (typeof first === 'string') return plain(total(parts as string[], decimal));
  if (Array.isArray(first)) return parts.flat();
  const entries = parts.flatMap((part) => Object.entries(part as object));
  const byName = Map.groupBy(entries, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, same]) => [name, together(same.map(([, part]) => part))]),
  );
}

/** The facts of all shards together: the same whatever the shards, but for the order of lists. */
export function mergeFacts(parts: readonly ShardFacts[]): ShardFacts {
  const summed = parts.map(({ figures: _, reach: __, survey: ___, ...facts }) => facts);
  const survey = parts.map((part): RowSurvey => ({ ...NO_ROWS, ...part.survey })).reduce(mergeRowSurveys);
  return {
    ...(together(summed) as ShardFacts),
    figures: parts.map(({ figures }) => figures).reduce(addFigures),
    reach: parts.map(({ reach }) => reach).reduce(addReaches),
    survey,
  };
}
