import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/registry.ts';
import { type Context, type ContextFacts, contextOf } from '../engine/survey/context.ts';
import type { Ties } from '../engine/survey/facts.ts';
import { beyondIn } from '../engine/survey/reach.ts';
import { refuseNegativeBill } from '../judge/negative-bill.ts';
import { Account } from '../normalizer/account.ts';
import { refuseOtherGateway } from '../normalizer/intake/dialect.ts';
import { inEach, type Sentence } from '../sentence.ts';
import { beyondSaid } from './guards/beyond.ts';
import {
  refuseLogAsBill,
  refuseMisplaced,
  refuseTwoDatabases,
  refuseTwoGateways,
} from './guards/misplaced.ts';
import { missingPages, openPages, unfinishedLists } from './guards/missing-pages.ts';
import { cutBySpreadsheet, missingRows, partialLogs } from './guards/missing-rows.ts';
import { type OwnLists, ownLists } from './guards/own-lists.ts';
import { refuseEmptyPeriod } from './guards/period.ts';
import { refuseListedTwice, repeatsSaid } from './guards/repeated.ts';
import { refuseMissingUnit, refuseWrongUnit } from './guards/unit.ts';
import { refuseTooManyUnreadable, refuseUnknownHeads } from './guards/unreadable.ts';
import { refuseUpstreamLogs } from './guards/upstream-logs.ts';
import { unreadOf, unsaidIn } from './link/unread.ts';
import type { Source, SourceField, SourceHead } from './read/read.ts';
import { ledgersOf, NO_RECORDS } from './reconcile/ledgers.ts';
import { priceChanges } from './reconcile/price-changes.ts';
import { connectorOf, type Forks, normalizerSettings, type RunSettings } from './settings.ts';
import type { ShardFacts } from './shard-facts.ts';

/** Forks that say something otherwise than their gateway. */
const telling = new Set(
  connectors.flatMap(({ forks = [] }: Connector) => forks.filter(({ log }) => log).map(({ name }) => name)),
);

/**
 * The forks whose dialect sources are written in. One row tells that a log is a fork's, and then all its rows are read
 * so: sources that were read without them are read once more.
 * @returns `undefined` where there are none
 */
export function forksOf(sources: readonly Source[], columns: readonly SourceHead[]): Forks | undefined {
  const forks = { logs: new Set<string>(), upstreamCharges: new Set<string>() };
  for (const [i, { field }] of sources.entries())
    if (field !== 'payments')
      for (const fork of columns[i]?.forks ?? []) if (telling.has(fork)) forks[field].add(fork);
  const { logs, upstreamCharges } = forks;
  if (logs.size + upstreamCharges.size === 0) return undefined;
  return { logs: [...logs].sort(), upstreamCharges: [...upstreamCharges].sort() };
}

/** The ledgers that are there: those that were given, and those that a file with whole ledgers holds. */
export function suppliedBy(
  columns: readonly SourceHead[],
  { supplied }: Pick<RunSettings, 'supplied'>,
): RunSettings['supplied'] {
  const holds = (field: SourceField) => columns.some(({ fields }) => fields.has(field));
  return {
    upstreamCharges: supplied.upstreamCharges || holds('upstreamCharges'),
    payments: supplied.payments || holds('payments'),
  };
}

const asSentence = (said: Sentence): Sentence =>
  inEach((language) => said[language] + (language === 'en' ? '.' : '。'));

const zonesTaken = (columns: readonly SourceHead[], sources: readonly Source[]): Sentence[] =>
  sources.flatMap(({ source, place }) =>
    columns[source]?.looks.isZoneTaken
      ? {
          en: `The times of ${place} name no zone and are read in UTC; "timeZone" in its mapping says otherwise.`,
          zh: `${place} 中的时间没有注明时区，按 UTC 读取；可在映射中用 "timeZone" 指定。`,
        }
      : [],
  );

/**
 * Looks at sources before their rows are linked.
 * @param heads by the numbers of the sources, read with these settings
 * @throws Rejection where too many rows cannot be read, or sources are not what they were given for
 */
export function admit(
  heads: readonly SourceHead[],
  sources: readonly Source[],
  settings: RunSettings,
): OwnLists {
  refuseMisplaced(heads, sources);
  refuseTwoGateways(heads, sources, settings.connector);
  const own = connectorOf(settings);
  refuseOtherGateway([...new Set(heads.flatMap(({ shown }) => [...shown]))], own);
  // Those of VoAPI are marked as new-api's are; ids that it never writes tell them apart.
  refuseOtherGateway(
    sources.flatMap(({ source, field }) => {
      const { connector, isAmbiguous } = (field === 'logs' && heads[source]?.looks.judged) || {};
      return connector === undefined || isAmbiguous ? [] : connector;
    }),
    own,
  );
  refuseTwoDatabases(heads, sources);
  refuseLogAsBill(heads, sources);
  const unread = heads.flatMap(({ rejected }) => rejected);
  refuseTooManyUnreadable(unread, heads, settings.rejectedShareMax, sources);
  refuseUnknownHeads(heads, sources);
  refuseListedTwice(heads, sources);
  refuseMissingUnit(heads, sources, settings);
  refuseWrongUnit(heads, settings);
  return ownLists(heads, sources, settings.customers);
}

/** Fields that were taken out of rows, the most frequent first. */
function strippedOf(heads: readonly SourceHead[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { stripped } of heads)
    for (const [name, count] of stripped) counts.set(name, (counts.get(name) ?? 0) + count);
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
  heads: readonly SourceHead[],
  sources: readonly Source[],
  { repeats, reach }: ShardFacts,
  period: RunSettings['period'],
): Sentence[] => [
  ...heads.flatMap(({ looks }) => looks.brokenOff ?? []).map(asSentence),
  ...missingPages(heads, sources, repeats),
  ...openPages(heads, sources),
  ...unfinishedLists(heads, sources),
  ...missingRows(heads, sources, reach, period ?? {}),
  ...cutBySpreadsheet(heads, sources),
];

/**
 * Looks at all books once they are linked.
 * @param facts of all shards
 * @param heads by the numbers of the sources; rows of those that are left out are in no shard
 * @throws Rejection where too many rows cannot be read, or the books are no books of the period
 */
export function wholeOf(
  facts: ShardFacts,
  heads: readonly SourceHead[],
  sources: readonly Source[],
  settings: RunSettings,
  own: OwnLists,
): Whole {
  const { records, figures, converted, survey, ties, prices, unsaid } = facts;
  const kept = heads.filter((_, source) => !own.leftOut.has(source));
  const rejected = [...kept.flatMap((head) => head.rejected), ...facts.rejected].sort(
    (a, b) => a.source - b.source || a.row - b.row,
  );
  refuseTooManyUnreadable(rejected, heads, settings.rejectedShareMax, sources);
  refuseUpstreamLogs(facts.named, sources);
  refuseNegativeBill(facts.signs);
  if (settings.period) refuseEmptyPeriod(facts.reach, settings.period);
  const missing = missingIn(heads, sources, facts, settings.period);
  const inWords = figures.notes.hiddenRefunds === undefined ? undefined : unsaidIn(unsaid, settings);
  const { currency, start, end, supplied } = ledgersOf(NO_RECORDS, settings);
  const { channels } = normalizerSettings(settings, new Account({ reject: () => {} }));
  const beyond = beyondIn(facts.reach, { start, end });
  const stated = {
    currency,
    start,
    end,
    supplied,
    unread: unreadOf(rejected, (source) => sources[source]?.field ?? 'logs'),
    ties: [...ties, ...statedTies(settings)],
    known: knownModels(settings),
    rowsMissing: inWords?.rowsMissing || own.rowsMissing || missing.length > 0,
    priceChanges: priceChanges(prices),
    beyond,
  };
  return {
    records,
    figures,
    rejected,
    converted,
    rows: kept.reduce((sum, head) => sum + head.rows, 0),
    stripped: strippedOf(kept),
    said: [
      ...missing,
      ...beyond.map(beyondSaid),
      ...partialLogs(heads, sources, connectorOf(settings), facts),
      ...zonesTaken(heads, sources),
      ...own.said,
      ...repeatsSaid(facts.repeats, sources),
      ...(inWords?.said ?? []),
    ],
    stated,
    context: contextOf({ ...stated, ...survey }),
    channelName: (id) => channels.nameOf(id),
  };
}
