import type { ModelTies } from '../engine/rows/agreeing-models.ts';
import type { Ledgers } from '../engine/rows/ledgers.ts';
import { LEDGERS } from '../engine/rows/row.ts';
import type { UnreadByLedger } from '../engine/survey/context.ts';
import { buildContext, type InputHead } from '../engine/survey/context.ts';
import type { LedgerSpans } from '../engine/survey/ledger-span.ts';
import { findOutsideRequests } from '../engine/survey/outside-other-ledger.ts';
import { laterTime, RowSurveyor } from '../engine/survey/survey.ts';
import type { MissingRows } from '../report/answer/answer-input.ts';
import type { CheckedSources } from './check-sources.ts';
import { checkLinkedFiles } from './guards/file-checks.ts';
import { countLedgerSpans } from './guards/log-and-bill-spans.ts';
import {
  askAboutPaymentsInTwoFiles,
  askAboutUnknownUnits,
  askAboutUnlinkedPayments,
  askAboutUntypedLogs,
} from './guards/questions.ts';
import { findBilledBalances } from './guards/repeated-rows.ts';
import { findUpstreamSources } from './guards/upstream-logs.ts';
import { buildBillFinder } from './link/bill-names.ts';
import type { Books, Linked } from './link/link-sources.ts';
import { pairNames } from './link/model-ties.ts';
import { summarizeUnreadByLedger } from './link/unread-money.ts';
import type { HeadedSource } from './read/source.ts';
import { findPriceChanges } from './reconcile/observed-price-changes.ts';
import { buildPeriodTest, type RunSettings, toExportSettings } from './run-settings.ts';

function sumStripped(sources: readonly HeadedSource[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { head } of sources)
    for (const [name, count] of head.stripped) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Ties billed names to models sold, by the settings. */
const tieConfiguredNames = ({ names = {} }: RunSettings, { upstreamCharges, charges }: Books): ModelTies =>
  pairNames(names, [
    ...upstreamCharges.map(({ model }) => model),
    ...charges.models.texts.filter((text) => text !== undefined),
  ]);

/** Lists the models that the operator buys for the gateway, by the settings. */
const listPurchasedModels = ({ names = {}, prices }: RunSettings): string[] => [
  ...Object.keys(names),
  ...(prices?.models ?? []).flatMap(({ model }) => model ?? []),
];

/** Surveys all rows for their latest time and the ratios of credits. */
function surveyRows({ payments, currency }: Ledgers, { log, bill }: LedgerSpans) {
  const surveyor = new RowSurveyor(currency);
  for (const payment of payments) surveyor.add(payment);
  const { latest, ratios } = surveyor.survey;
  return { latest: [log.last ?? undefined, bill.last ?? undefined].reduce(laterTime, latest), ratios };
}

/** Rows that could not be read, by ledger. */
const listUnread = (unread: UnreadByLedger): MissingRows[] =>
  LEDGERS.flatMap((ledger) => {
    const { rows = 0, amount = '0' } = unread[ledger] ?? {};
    return rows > 0 ? [{ ledger, rows, amount }] : [];
  });

/** Collects questions that the files leave open. */
const findOpenQuestions = (
  { unknownBills, unjoined, paidInTwoFiles, multiples }: Books,
  sources: readonly HeadedSource[],
) => ({
  comparesByTotals: unknownBills.areAll && unknownBills.sources.size > 0,
  questions: [
    ...askAboutUntypedLogs(sources),
    ...askAboutUnknownUnits(multiples, sources),
    ...askAboutUnlinkedPayments(unjoined),
    ...askAboutPaymentsInTwoFiles(paidInTwoFiles, sources),
  ],
});

/**
 * Checks the files after their rows are linked. Returns what the engine's checks must know about the input (`context`),
 * facts about all rows, and sentences for users (`notices`). Throws a Rejection if too many rows cannot be read, or a
 * check of the linked files stops the run.
 */
export function buildOverview({ books, outcome }: Linked, ledgers: Ledgers, admitted: CheckedSources) {
  const { sources, counted, settings } = admitted;
  const { records, figures, textOnlyMoney, ties, converted } = outcome;
  const rejected = [...counted.flatMap(({ head }) => head.rejected), ...outcome.rejected].sort(
    (a, b) => a.source - b.source || a.row - b.row,
  );
  const spans = countLedgerSpans(books, ledgers);
  const { currency, start, end, supplied } = ledgers;
  const { channels } = toExportSettings(settings);
  const outsideRequests = findOutsideRequests(spans, { start, end });
  const checked = checkLinkedFiles({
    ...admitted,
    rejected,
    spans,
    repeats: outcome.repeats,
    outsideRequests,
    billed: books.upstreamCharges,
    upstreamLogs: findUpstreamSources(books),
    lineFacts: books.lineFacts,
    unknownBills: books.unknownBills,
    balancesBilled: findBilledBalances(books, settings),
    textOnlyMoney: figures.notes.hiddenRefunds ? textOnlyMoney : [],
  });
  const unread = summarizeUnreadByLedger(rejected, sources);
  const facts: InputHead = {
    currency,
    start,
    end,
    supplied,
    unread,
    ties: [...ties, ...tieConfiguredNames(settings, books)],
    purchasedModels: listPurchasedModels(settings),
    ...(settings.timeZone !== undefined && { timeZone: settings.timeZone }),
    rowsMissing: checked.missing.length > 0,
    priceChanges: findPriceChanges(books.sales, outcome.pricesSeen, buildPeriodTest(settings.period)),
    outsideRequests,
    ...findOpenQuestions(books, counted),
  };
  return {
    records,
    figures,
    rejected,
    converted,
    quotaPerUnit: settings.quotaPerUnit,
    rows: counted.reduce((sum, { head }) => sum + head.rows, 0),
    stripped: sumStripped(counted),
    /** Forks of gateways that wrote the log. */
    forks: counted.flatMap(({ field, head }) => (field === 'logs' ? head.forks : [])),
    ...checked,
    /** Rows that are missing in each ledger, or that could not be read. */
    missing: [...checked.missing, ...listUnread(unread)],
    /** Facts about the books that rows do not contain. */
    facts,
    context: buildContext(facts, surveyRows(ledgers, spans)),
    /** Returns the names of the bills with rows of some models and a channel. */
    findBills: buildBillFinder(books, sources),
    /** Returns the name of a channel. */
    channelName: (id: string) => channels.findName(id),
  };
}

/** Result of `buildOverview`. */
export type RunOverview = Readonly<ReturnType<typeof buildOverview>>;
