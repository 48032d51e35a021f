import type { Ties } from '../engine/rows/agreeing-models.ts';
import { beyondIn } from '../engine/survey/beyond.ts';
import { type ContextFacts, contextOf } from '../engine/survey/context.ts';
import { refuseNegativeBill } from '../judge/negative-bill.ts';
import { asSentence, type Sentence } from '../sentence.ts';
import type { Admitted } from './admit.ts';
import { refuseGroupedTwice, sumRows } from './guards/bill-sums.ts';
import { missingPages, openPages, unfinishedLists } from './guards/missing-pages.ts';
import { cutBySpreadsheet, missingRows, partialLogs } from './guards/missing-rows.ts';
import { refuseNumberedAlike } from './guards/numbered-alike.ts';
import { beyondSaid, refuseEmptyPeriod } from './guards/period.ts';
import { repeatsSaid } from './guards/repeated.ts';
import { refuseTwoStates } from './guards/two-states.ts';
import { refuseTooManyUnreadable } from './guards/unreadable.ts';
import { refuseUpstreamLogs } from './guards/upstream-logs.ts';
import { addConverted } from './link/converted.ts';
import { type Repeats, repeatsOf } from './link/repeats.ts';
import { sortedTies } from './link/ties.ts';
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
  { reach, bills }: ShardFacts,
  repeats: readonly Repeats[],
  period: RunSettings['period'],
): Sentence[] => [
  ...sources.flatMap(({ head }) => head.looks.brokenOff ?? []).map(asSentence),
  ...missingPages(sources, repeats),
  ...openPages(sources),
  ...unfinishedLists(sources),
  ...missingRows(sources, reach, period ?? {}),
  ...cutBySpreadsheet(sources),
  ...sumRows(bills, sources),
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
  { named, signs, bills, lines, sharedIds, reach }: ShardFacts,
  { sources, settings: { rejectedShareMax, period } }: Admitted,
): void {
  refuseTooManyUnreadable(rejected, sources, rejectedShareMax);
  refuseUpstreamLogs(named, sources);
  refuseNegativeBill(signs);
  refuseGroupedTwice(bills, sources);
  refuseTwoStates(lines, sources);
  refuseNumberedAlike(sharedIds, sources);
  if (period) refuseEmptyPeriod(reach, period);
}

/**
 * Looks at all books once they are linked.
 * @param facts of all shards; rows of sources that are left out are in none
 * @throws Rejection where too many rows cannot be read, or the books are no books of the period
 */
export function wholeOf(facts: ShardFacts, admitted: Admitted) {
  const { sources, counted, settings, own } = admitted;
  const { records, figures, reach } = facts;
  const repeats = repeatsOf(facts.repeats);
  const rejected = [...counted.flatMap(({ head }) => head.rejected), ...facts.rejected].sort(
    (a, b) => a.source - b.source || a.row - b.row,
  );
  refuseBooks(rejected, facts, admitted);
  const missing = missingIn(sources, facts, repeats, settings.period);
  const inWords = figures.notes.hiddenRefunds === undefined ? undefined : unsaidIn(facts.unsaid, settings);
  const { currency, start, end, supplied } = ledgersOf({}, settings);
  const { channels } = normalizerSettings(settings);
  const beyond = beyondIn(reach, { start, end });
  const { latest, ratios } = facts.survey;
  const stated: Omit<ContextFacts, 'latest' | 'ratios'> = {
    currency,
    start,
    end,
    supplied,
    unread: unreadOf(rejected, sources),
    ties: [...sortedTies(facts.ties), ...statedTies(settings)],
    known: knownModels(settings),
    rowsMissing: inWords !== undefined || own.rowsMissing || missing.length > 0,
    priceChanges: priceChanges(facts.prices),
    beyond,
  };
  return {
    records,
    figures,
    rejected,
    converted: addConverted(facts.converted),
    /** Rows that were read, the rejected ones among them. */
    rows: counted.reduce((sum, { head }) => sum + head.rows, 0),
    stripped: strippedOf(counted),
    /** What a reader should know of the files: what is missing in them, what was left out, what is asked. */
    said: [
      ...missing,
      ...beyond.map((one) => beyondSaid(one, settings.period)),
      ...partialLogs(sources, connectorOf(settings), repeats, reach),
      ...zonesTaken(sources),
      ...own.said,
      ...repeatsSaid(repeats, sources),
      ...(inWords ? [inWords] : []),
    ],
    /** What the books say beside their rows. */
    stated,
    context: contextOf({ ...stated, latest, ratios }),
    /** What the channel list calls a channel. */
    channelName: (id: string) => channels.nameOf(id),
  };
}

/** What is known of all rows before any is reconciled: where they went, and what every shard must know. */
export type Whole = Readonly<ReturnType<typeof wholeOf>>;
