import type { ModelTies } from '../engine/rows/agreeing-models.ts';
import type { Ledgers } from '../engine/rows/ledgers.ts';
import { LEDGERS, type Row } from '../engine/rows/row.ts';
import { buildContext, type ContextFacts } from '../engine/survey/context.ts';
import type { LedgerSpans } from '../engine/survey/ledger-span.ts';
import { findOutsideRequests } from '../engine/survey/outside-other-ledger.ts';
import { laterTime, type RowSurvey, RowSurveyor } from '../engine/survey/survey.ts';
import { refuseNegativeBill } from '../recognition/negative-bill.ts';
import { appendFullStop, type Sentence } from '../sentence.ts';
import type { Admitted } from './admit.ts';
import { isKept, type LogColumns } from './columns/log-columns.ts';
import { type BillSums, billSums, refuseGroupedTwice, sumRows } from './guards/bill-sums.ts';
import { missingPages, openPages, unfinishedLists } from './guards/missing-pages.ts';
import { cutBySpreadsheet, missingRows, partialLogs } from './guards/missing-rows.ts';
import { refuseNumberedAlike, sharedIds } from './guards/numbered-alike.ts';
import { beyondSaid, refuseEmptyPeriod } from './guards/period.ts';
import { unjoinedPayments, unknownUnits, untypedLogs } from './guards/questions.ts';
import { reachesOf } from './guards/reach.ts';
import { repeatsSaid } from './guards/repeated.ts';
import { refuseTwoStates } from './guards/two-states.ts';
import { refuseTooManyUnreadable } from './guards/unreadable.ts';
import { namedIn, refuseUpstreamLogs } from './guards/upstream-logs.ts';
import type { Books, Linked } from './link/link.ts';
import { type Repeats, repeatsOf } from './link/repeats.ts';
import { namedTies } from './link/ties.ts';
import type { UnknownBills } from './link/unknown-ids.ts';
import { noteTextOnlyMoney, unreadOf } from './link/unread.ts';
import type { HeadedSource } from './read/source.ts';
import { priceChanges } from './reconcile/price-changes.ts';
import { connectorOf, normalizerSettings, type RunSettings } from './settings.ts';

/** Fields that were taken out of rows, the most frequent first. */
function strippedOf(sources: readonly HeadedSource[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { head } of sources)
    for (const [name, count] of head.stripped) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** What the settings tie: models sold, each with the name that bills give it. */
const statedTies = ({ names = {} }: RunSettings, { upstreamCharges, charges }: Books): ModelTies =>
  namedTies(names, [
    ...upstreamCharges.map(({ model }) => model),
    ...charges.models.texts.filter((text) => text !== undefined),
  ]);

/** Models that the operator names as bought: nobody else should buy them. */
const knownModels = ({ names = {}, prices }: RunSettings): string[] => [
  ...Object.keys(names),
  ...(prices?.models ?? []).flatMap(({ model }) => model ?? []),
];

/** The latest time of plain rows. */
function latestOf(logs: LogColumns): number | undefined {
  let latest: number | undefined;
  const { time } = logs.table.columns;
  for (let row = 0; row < logs.length; row++)
    if (isKept(logs, row) && (latest === undefined || (time[row] as number) > latest)) latest = time[row];
  return latest;
}

/** The latest time of all rows, and the ratios that payments were credited at. */
function surveyed(
  { sales, charges }: Linked['books'],
  ledgers: Ledgers,
): Pick<RowSurvey, 'latest' | 'ratios'> {
  const others = new RowSurveyor(ledgers.currency);
  for (const row of LEDGERS.flatMap((ledger): readonly Row[] => ledgers[ledger])) others.add(row);
  const { latest, ratios } = others.survey;
  return { latest: [latestOf(sales), latestOf(charges)].reduce(laterTime, latest), ratios };
}

/** What sources show that they lack. */
const missingIn = (
  sources: readonly HeadedSource[],
  bills: BillSums,
  reach: LedgerSpans,
  repeats: readonly Repeats[],
  period: RunSettings['period'],
): Sentence[] => [
  ...sources.flatMap(({ head }) => head.looks.brokenOff ?? []).map(appendFullStop),
  ...missingPages(sources, repeats),
  ...openPages(sources),
  ...unfinishedLists(sources),
  ...missingRows(sources, reach, period ?? {}),
  ...cutBySpreadsheet(sources),
  ...sumRows(bills, sources),
];

/** Rows with money that are left out of the figures, because a mapping says that they are none of them. */
function leftOutOf(place: string, rows: number, sum: string, means: Sentence | undefined): Sentence {
  const { en, zh } = means ?? { en: 'kinds that its mapping names "none"', zh: '列映射中列为 "none" 的类别' };
  return {
    en: `${place}: ${rows} ${rows === 1 ? 'row is' : 'rows are'} left out, ${sum}: ${en}.`,
    zh: `${place}：${rows} 行未计入，共 ${sum}：${zh}。`,
  };
}

/** What mappings leave open about their tables. */
const aboutTables = (sources: readonly HeadedSource[]): Sentence[] =>
  sources.flatMap(({ place, head: { looks } }) => [
    ...(looks.isZoneTaken
      ? [
          {
            en: `The times of ${place} name no zone and are read in UTC; "timeZone" in its mapping says otherwise.`,
            zh: `${place} 中的时间没有注明时区，按 UTC 读取；可在映射中用 "timeZone" 指定。`,
          },
        ]
      : []),
    ...looks.leftOut.map(({ rows, amount, currency }) =>
      leftOutOf(place, rows, `${amount} ${currency}`.trim(), looks.noneMeans),
    ),
    ...(looks.lacksEnd
      ? [
          {
            en: `${place} lacks the line that "end" in its mapping names: it may have been cut off.`,
            zh: `${place} 中没有列映射 "end" 所写的结尾行，文件可能不完整。`,
          },
        ]
      : []),
  ]);

/** How amounts of files are read for which the settings state a unit, a currency or a factor. */
const statedTerms = (sources: readonly HeadedSource[]): Sentence[] =>
  sources.flatMap(({ place, quotaPerUnit, currency, factor }) => {
    const terms: readonly (readonly [stated: unknown, en: string, zh: string])[] = [
      [quotaPerUnit, `${quotaPerUnit} units of quota as 1`, `每 ${quotaPerUnit} 额度为 1`],
      [currency, `in ${currency}`, `以 ${currency} 计`],
      [factor, `times ${factor}`, `乘以 ${factor}`],
    ];
    const stated = terms.filter(([value]) => value !== undefined);
    if (stated.length === 0) return [];
    return [
      {
        en: `As the settings state, amounts of ${place} are read ${stated.map(([, en]) => en).join(', ')}.`,
        zh: `按设置，${place} 中的金额${stated.map(([, , zh]) => zh).join('，')}。`,
      },
    ];
  });

const comparedByTotals = (bills: UnknownBills, sources: readonly HeadedSource[]): Sentence[] =>
  sources
    .filter(({ source }) => bills.sources.has(source))
    .map(({ place }) => ({
      en: `No id of ${place} is the id of a request in the log: it is compared by totals, as a bill without request ids.`,
      zh: `${place} 的 ID 没有一个与日志中的请求 ID 相同：按不带请求 ID 的账单比较合计。`,
    }));

/** How files are read, where they do not say it themselves. */
const readingOf = (bills: UnknownBills, sources: readonly HeadedSource[]): Sentence[] => [
  ...aboutTables(sources),
  ...statedTerms(sources),
  ...comparedByTotals(bills, sources),
];

/** What the files leave open. */
const unansweredIn = ({ unknownBills, unjoined, multiples }: Books, sources: readonly HeadedSource[]) => ({
  comparesByTotals: unknownBills.areAll && unknownBills.sources.size > 0,
  questions: [...untypedLogs(sources), ...unknownUnits(multiples, sources), ...unjoinedPayments(unjoined)],
});

/** @throws Rejection where the books are not what they were given for */
function refuseBooks(books: Books, bills: BillSums, sources: readonly HeadedSource[]): void {
  refuseUpstreamLogs(namedIn(books), sources);
  refuseNegativeBill(books.upstreamCharges, books.charges.length);
  refuseGroupedTwice(bills, sources);
  refuseNumberedAlike(sharedIds(books), sources);
}

/**
 * Looks at all rows once they are linked, before any is reconciled.
 * @param ledgers the rows of the books that are not plain
 * @throws Rejection where too many rows cannot be read, or the books are no books of the period
 */
export function wholeOf({ books, outcome }: Linked, ledgers: Ledgers, admitted: Admitted) {
  const { sources, counted, settings, own } = admitted;
  const { records, figures, textOnlyMoney, ties, converted } = outcome;
  const { missingRows = [], period } = settings;
  const repeats = repeatsOf(outcome.repeats);
  const rejected = [...counted.flatMap(({ head }) => head.rejected), ...outcome.rejected].sort(
    (a, b) => a.source - b.source || a.row - b.row,
  );
  const reach = reachesOf(books, ledgers);
  const bills = billSums(books);
  refuseTooManyUnreadable(rejected, sources, settings.rejectedShareMax);
  refuseBooks(books, bills, sources);
  refuseTwoStates(outcome.lines, sources);
  if (period) refuseEmptyPeriod(reach, period);
  const missing = [...missingRows, ...missingIn(sources, bills, reach, repeats, period)];
  const inWords = figures.notes.hiddenRefunds ? noteTextOnlyMoney(textOnlyMoney, settings) : undefined;
  const { currency, start, end, supplied } = ledgers;
  const { channels } = normalizerSettings(settings);
  const outsideRequests = findOutsideRequests(reach, { start, end });
  const stated: Omit<ContextFacts, 'latest' | 'ratios'> = {
    currency,
    start,
    end,
    supplied,
    unread: unreadOf(rejected, sources),
    ties: [...ties, ...statedTies(settings, books)],
    purchasedModels: knownModels(settings),
    rowsMissing: inWords !== undefined || own.rowsMissing || missing.length > 0,
    priceChanges: priceChanges(books.sales, outcome.pricesSeen, ledgers),
    outsideRequests,
    ...unansweredIn(books, counted),
  };
  return {
    records,
    figures,
    rejected,
    converted,
    /** Rows that were read, the rejected ones among them. */
    rows: counted.reduce((sum, { head }) => sum + head.rows, 0),
    stripped: strippedOf(counted),
    /** What a reader should know of the files: what is missing in them, what was left out, what is asked. */
    said: [
      ...missing,
      ...outsideRequests.map((one) => beyondSaid(one, period)),
      ...partialLogs(sources, connectorOf(settings), repeats, reach),
      ...readingOf(books.unknownBills, sources),
      ...own.said,
      ...repeatsSaid(repeats, sources),
      ...(inWords ? [inWords] : []),
    ],
    /** What the books say beside their rows. */
    stated,
    context: buildContext({ ...stated, ...surveyed(books, ledgers) }),
    /** What the channel list calls a channel. */
    channelName: (id: string) => channels.findName(id),
  };
}

/** What is known of all rows before any is reconciled: where they went, and what every check must know. */
export type Whole = Readonly<ReturnType<typeof wholeOf>>;
