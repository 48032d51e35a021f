import type { Ledgers } from '../engine/rows/ledgers.ts';
import { addReaches, type Reaches } from '../engine/survey/reach.ts';
import { later, mergeRowSurveys, NO_ROWS, type RowSurvey, RowSurveyor } from '../engine/survey/survey.ts';
import { joinFacts, priceText } from '../facts.ts';
import { addBillSigns, type BillSigns, billSigns } from '../judge/negative-bill.ts';
import { addFigures } from '../normalizer/account.ts';
import { isKept, type LogColumns } from './columns/log-columns.ts';
import { addBillDays, type BillDays, billDays } from './guards/grouped-twice.ts';
import { addSharedIds, type SharedIds, sharedIds } from './guards/numbered-alike.ts';
import { reachesOf } from './guards/reach.ts';
import { addBillSums, type BillSums, billSums } from './guards/sum-rows.ts';
import { type NamedSources, namedIn } from './guards/upstream-logs.ts';
import { sortedTies } from './link/beside-sales.ts';
import { addConverted } from './link/converted.ts';
import type { Linked, Outcome } from './link/link.ts';
import { addRepeats } from './link/repeat-counter.ts';
import { changingModels, mergePriceTimes, type PriceTimes, priceTimes } from './reconcile/price-changes.ts';

/** What a shard says of the whole once it is linked, and before it is reconciled. Plain JSON that adds up. */
export interface ShardFacts extends Omit<Outcome, 'pricesSeen'> {
  readonly prices: PriceTimes;
  readonly signs: BillSigns;
  readonly billed: BillDays;
  readonly sums: BillSums;
  readonly sharedIds: SharedIds;
  /** Which times log and bill hold. */
  readonly reach: Reaches;
  readonly named: NamedSources;
  /** Of all its rows: what no shard can tell for itself. */
  readonly survey: Pick<RowSurvey, 'latest' | 'ratios'>;
}

/** The latest time of plain rows. */
function latestOf(logs: LogColumns): number | undefined {
  let latest: number | undefined;
  const { time } = logs.table.columns;
  for (let row = 0; row < logs.length; row++)
    if (isKept(logs, row) && (latest === undefined || (time[row] as number) > latest)) latest = time[row];
  return latest;
}

function rowsOf({ sales, charges }: Linked['books'], ledgers: Ledgers): ShardFacts['survey'] {
  const others = new RowSurveyor(ledgers.currency);
  for (const row of [...ledgers.downstreamUsage, ...ledgers.upstreamCharges, ...ledgers.payments])
    others.add(row);
  const { latest, ratios } = others.survey;
  return { latest: [latestOf(sales), latestOf(charges)].reduce(later, latest), ratios };
}

/**
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
): ShardFacts {
  const { sales } = books;
  return {
    ...outcome,
    prices: priceTimes(sales, pricesSeen, ledgers, new Set(models)),
    signs: billSigns(books.upstreamCharges, books.charges.length),
    billed: billDays(books),
    sums: billSums(books),
    sharedIds: sharedIds(books),
    reach: reachesOf(books, ledgers),
    named: namedIn(books),
    survey: rowsOf(books, ledgers),
  };
}

const addRecords = (a: Outcome['records'], b: Outcome['records']): Outcome['records'] => ({
  downstreamUsage: a.downstreamUsage + b.downstreamUsage,
  upstreamCharges: a.upstreamCharges + b.upstreamCharges,
  payments: a.payments + b.payments,
});

/** The facts of two shards together, but for what grows with the rows, which is put together once. */
const added = (a: ShardFacts, b: ShardFacts): ShardFacts => ({
  ...a,
  figures: addFigures(a.figures, b.figures),
  records: addRecords(a.records, b.records),
  repeats: addRepeats(a.repeats, b.repeats),
  signs: addBillSigns(a.signs, b.signs),
  billed: addBillDays(a.billed, b.billed),
  sums: addBillSums(a.sums, b.sums),
  sharedIds: addSharedIds(a.sharedIds, b.sharedIds),
  reach: addReaches(a.reach, b.reach),
  survey: mergeRowSurveys({ ...NO_ROWS, ...a.survey }, { ...NO_ROWS, ...b.survey }),
});

/** The facts of all shards together: the same whatever the shards. */
export function mergeFacts(parts: readonly ShardFacts[]): ShardFacts {
  const [only, ...others] = parts as [ShardFacts, ...ShardFacts[]];
  if (others.length === 0) return only;
  return {
    ...parts.reduce(added),
    rejected: parts.flatMap(({ rejected }) => rejected),
    converted: addConverted(parts.map((part) => part.converted)),
    unsaid: joinFacts(parts.map(({ unsaid }) => ({ prices: [], unsaid }))).unsaid,
    ties: sortedTies(parts.flatMap(({ ties }) => ties)),
    prices: mergePriceTimes(parts.map(({ prices }) => prices)),
    named: parts.flatMap(({ named }) => named),
  };
}
