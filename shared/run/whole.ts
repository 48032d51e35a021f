import type { Ties } from '../engine/rows/agreeing-models.ts';
import { beyondIn } from '../engine/survey/beyond.ts';
import { type Context, type ContextFacts, contextOf } from '../engine/survey/context.ts';
import { refuseNegativeBill } from '../judge/negative-bill.ts';
import { asSentence, type Sentence } from '../sentence.ts';
import type { Admitted } from './admit.ts';
import { refuseGroupedTwice } from './guards/grouped-twice.ts';
import { missingPages, openPages, unfinishedLists } from './guards/missing-pages.ts';
import { cutBySpreadsheet, missingRows, partialLogs } from './guards/missing-rows.ts';
import { refuseNumberedAlike } from './guards/numbered-alike.ts';
import { beyondSaid, refuseEmptyPeriod } from './guards/period.ts';
import { repeatsSaid } from './guards/repeated.ts';
import { sumRows } from './guards/sum-rows.ts';
import { refuseTooManyUnreadable } from './guards/unreadable.ts';
import { refuseUpstreamLogs } from './guards/upstream-logs.ts';
import { unreadOf, unsaidIn } from './link/unread.ts';
import type { HeadedSource, RejectedLine } from './read/source.ts';
import { ledgersOf } from './reconcile/ledgers.ts';
import { priceChanges } from './reconcile/price-changes.ts';
import { connectorOf, normalizerSettings, type RunSettings } from './settings.ts';
import type { ShardFacts } from './shard-facts.ts';

/** Fields that were taken out of rows, the most frequent first. */
function strippedOf(sources: readonly HeadedSource[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { head } of sources)
    for (const [name, count] of head.stripped) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** What is known of all rows before any is reconciled: where they went, and what every shard must know. */
export interface Whole extends Pick<ShardFacts, 'records' | 'figures' | 'rejected' | 'converted'> {
  /** Rows that were read, the rejected ones among them. */
  readonly rows: number;
  readonly stripped: readonly (readonly [name: string, count: number])[];
  /** What a reader should know of the files: what is missing in them, what was left out, what is asked. */
  readonly said: readonly Sentence[];
  /** What the books say beside their rows. */
  readonly stated: Omit<ContextFacts, 'latest' | 'ratios'>;
  readonly context: Context;
  /** What the channel list calls a channel. */
  readonly channelName: (id: string) => string | undefined;
}

/** What the settings tie: models sold, each with the name that bills give it. */
const statedTies = ({ names = {} }: RunSettings): Ties =>
  Object.entries(names).map(([billed, sold]) => [sold, billed] as const);

/** Models that the operator names as bought: nobody else should buy them. */
const knownModels = ({ names = {}, prices }: RunSettings): string[] => [
  ...Object.keys(names),
  ...(prices?.models ?? []).flatMap(({ model }) => model ?? []),
];

/** What sources show that they lack. */
const missingIn = (
  sources: readonly HeadedSource[],
  { repeats, reach, sums }: ShardFacts,
  period: RunSettings['period'],
): Sentence[] => [
  ...sources.flatMap(({ head }) => head.looks.brokenOff ?? []).map(asSentence),
  ...missingPages(sources, repeats),
  ...openPages(sources),
  ...unfinishedLists(sources),
  ...missingRows(sources, reach, period ?? {}),
  ...cutBySpreadsheet(sources),
  ...sumRows(sums, sources),
];

const zonesTaken = (sources: readonly HeadedSource[]): Sentence[] =>
  sources
    .filter(({ head }) => head.looks.isZoneTaken)
    .map(({ place }) => ({
      en: `The times of ${place} name no zone and are read in UTC; "timeZone" in its mapping says otherwise.`,
      zh: `${place} 中的时间没有注明时区，按 UTC 读取；可在映射中用 "timeZone" 指定。`,
    }));

/** @throws Rejection where too many rows cannot be read, or the books are no books of the period */
function refuseBooks(
  rejected: readonly RejectedLine[],
  { named, signs, billed, sharedIds, reach }: ShardFacts,
  { sources, settings: { rejectedShareMax, period } }: Admitted,
): void {
  refuseTooManyUnreadable(rejected, sources, rejectedShareMax);
  refuseUpstreamLogs(named, sources);
  refuseNegativeBill(signs);
  refuseGroupedTwice(billed, sources);
  refuseNumberedAlike(sharedIds, sources);
  if (period) refuseEmptyPeriod(reach, period);
}

/**
 * Looks at all books once they are linked.
 * @param facts of all shards; rows of sources that are left out are in none
 * @throws Rejection where too many rows cannot be read, or the books are no books of the period
 */
export function wholeOf(facts: ShardFacts, admitted: Admitted): Whole {
  const { sources, counted, settings, own } = admitted;
  const { records, figures, converted, reach } = facts;
  const rejected = [...counted.flatMap(({ head }) => head.rejected), ...facts.rejected].sort(
    (a, b) => a.source - b.source || a.row - b.row,
  );
  refuseBooks(rejected, facts, admitted);
  const missing = missingIn(sources, facts, settings.period);
  const inWords = figures.notes.hiddenRefunds === undefined ? undefined : unsaidIn(facts.unsaid, settings);
  const { currency, start, end, supplied } = ledgersOf({}, settings);
  const { channels } = normalizerSettings(settings);
  const beyond = beyondIn(reach, { start, end });
  const stated = {
    currency,
    start,
    end,
    supplied,
    unread: unreadOf(rejected, sources),
    ties: [...facts.ties, ...statedTies(settings)],
    known: knownModels(settings),
    rowsMissing: inWords?.rowsMissing || own.rowsMissing || missing.length > 0,
    priceChanges: priceChanges(facts.prices),
    beyond,
  };
  return {
    records,
    figures,
    rejected,
    converted,
    rows: counted.reduce((sum, { head }) => sum + head.rows, 0),
    stripped: strippedOf(counted),
    said: [
      ...missing,
      ...beyond.map((one) => beyondSaid(one, settings.period)),
      ...partialLogs(sources, connectorOf(settings), facts),
      ...zonesTaken(sources),
      ...own.said,
      ...repeatsSaid(facts.repeats, sources),
      ...(inWords?.said ?? []),
    ],
    stated,
    context: contextOf({ ...stated, ...facts.survey }),
    channelName: (id) => channels.nameOf(id),
  };
}
