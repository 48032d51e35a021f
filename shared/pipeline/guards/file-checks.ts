import { explainOtherGateway } from '../../normalizer/intake/dialect.ts';
import { refuseWith } from '../../rejections.ts';
import type { MissingRows } from '../../report/answer/answer-input.ts';
import { appendFullStop, type Sentence } from '../../sentence.ts';
import { findTextOnlyMoney, type MissingInLog } from '../link/unread-money.ts';
import { LEDGER_BY_FIELD, SOURCE_FIELDS } from '../read/source.ts';
import { findConnector } from '../run-settings.ts';
import { describeOutsideRequests, findEmptyPeriod } from './empty-period.ts';
import type { LinkedFacts, MissingEvidence, ReadFacts } from './file-facts.ts';
import { findFullLastPages, findMissingPages, findUnfinishedLists } from './missing-pages.ts';
import { describePossiblyPartialLogs, findMissingRows } from './missing-rows.ts';
import {
  findMissingQuotaPerUnit,
  findNeedlessQuotaPerUnit,
  findWrongQuotaPerUnit,
} from './quota-per-unit.ts';
import {
  describeBillsWithoutIds,
  describeFileTerms,
  describeLogUnit,
  describeMappings,
  suggestDayOrder,
  suggestTimeZone,
} from './reading-notes.ts';
import { describeRepeats, refuseBilledBalances } from './repeated-rows.ts';
import { findBillsOfOtherServices, findUnknownHeaders, findUnreadableFiles } from './unreadable-files.ts';
import { findUpstreamLogs } from './upstream-logs.ts';
import {
  findFilesUnderWrongOption,
  findLogRowsInBill,
  findLogsOfTwoDatabases,
  findLogsOfTwoGateways,
  findSwappedLogAndBill,
  findUnreadReports,
} from './wrong-files.ts';

/** Result of a check of files; empty if everything is in order. The first sentence of a refusal is its message. */
type Check<TFacts> = (facts: TFacts) => readonly Sentence[];

/** A check of files that have been read (`read`), or whose rows are linked (`linked`). */
type FileCheck = { readonly id: string } & (
  | { readonly when: 'read'; readonly stops: 'run'; readonly check: Check<ReadFacts> }
  | {
      readonly when: 'linked';
      /** Stops the run, or nothing: then the sentences are notes. */
      readonly stops: 'run' | 'nothing';
      readonly check: Check<LinkedFacts>;
    }
  | {
      readonly when: 'linked';
      /** Prevents a verdict because rows are missing in the log. */
      readonly stops: 'verdict';
      readonly checkLog: (facts: LinkedFacts) => readonly MissingInLog[];
    }
  | {
      readonly when: 'linked';
      /** Finds files in which rows are missing, which prevents a verdict, or in which they may be missing. */
      readonly stops: 'verdict' | 'nothing';
      readonly checkFiles: (facts: LinkedFacts) => readonly MissingEvidence[];
    }
);

/** Finds logs of another gateway than the settings name, by columns that only one gateway writes. */
const findLogsOfOtherGateway: Check<ReadFacts> = ({ sources, settings }) =>
  explainOtherGateway(
    [...new Set(sources.flatMap(({ head }) => head.detectedGateways))],
    findConnector(settings),
  );

/** Finds such logs by their ids: VoAPI has the columns of new-api, but other ids. */
const findLogsOfOtherGatewayByIds: Check<ReadFacts> = ({ sources, settings }) => {
  const writers = sources.flatMap(({ field, head }) => {
    const { connector, isAmbiguous } = (field === 'logs' && head.profile.recognized) || {};
    return connector === undefined || isAmbiguous ? [] : connector;
  });
  return explainOtherGateway(writers, findConnector(settings));
};

/** Finds files that end within a row. */
const findBrokenFiles = ({ sources }: ReadFacts): MissingEvidence[] =>
  sources.flatMap(({ location, head: { profile } }) =>
    profile.brokenOff ? [{ files: [location], sentence: appendFullStop(profile.brokenOff) }] : [],
  );

/** All checks of files, in order: those that stop a run, those that prevent a verdict, and those that add notes. */
const fileChecks: readonly FileCheck[] = [
  { id: 'unread_report', when: 'read', stops: 'run', check: findUnreadReports },
  { id: 'misplaced', when: 'read', stops: 'run', check: findFilesUnderWrongOption },
  { id: 'two_gateways', when: 'read', stops: 'run', check: findLogsOfTwoGateways },
  { id: 'other_gateway', when: 'read', stops: 'run', check: findLogsOfOtherGateway },
  { id: 'other_gateway_by_ids', when: 'read', stops: 'run', check: findLogsOfOtherGatewayByIds },
  { id: 'two_databases', when: 'read', stops: 'run', check: findLogsOfTwoDatabases },
  { id: 'log_as_bill', when: 'read', stops: 'run', check: findLogRowsInBill },
  { id: 'swapped', when: 'read', stops: 'run', check: findSwappedLogAndBill },
  { id: 'unreadable', when: 'read', stops: 'run', check: findUnreadableFiles },
  { id: 'unknown_head', when: 'read', stops: 'run', check: findUnknownHeaders },
  { id: 'other_services', when: 'read', stops: 'run', check: findBillsOfOtherServices },
  { id: 'missing_unit', when: 'read', stops: 'run', check: findMissingQuotaPerUnit },
  { id: 'needless_unit', when: 'read', stops: 'run', check: findNeedlessQuotaPerUnit },
  { id: 'wrong_unit', when: 'read', stops: 'run', check: findWrongQuotaPerUnit },
  { id: 'unreadable_once_linked', when: 'linked', stops: 'run', check: findUnreadableFiles },
  { id: 'upstream_log', when: 'linked', stops: 'run', check: findUpstreamLogs },
  { id: 'billed_balance', when: 'linked', stops: 'run', check: refuseBilledBalances },
  { id: 'empty_period', when: 'linked', stops: 'run', check: findEmptyPeriod },
  {
    id: 'stated_missing',
    when: 'linked',
    stops: 'verdict',
    checkLog: ({ settings: { missingRows = [] } }) => missingRows.map((reason) => ({ reason })),
  },
  {
    id: 'broken_off',
    when: 'linked',
    stops: 'verdict',
    checkFiles: findBrokenFiles,
  },
  { id: 'missing_pages', when: 'linked', stops: 'verdict', checkFiles: findMissingPages },
  { id: 'open_pages', when: 'linked', stops: 'verdict', checkFiles: findFullLastPages },
  { id: 'unfinished_list', when: 'linked', stops: 'verdict', checkFiles: findUnfinishedLists },
  { id: 'missing_rows', when: 'linked', stops: 'verdict', checkFiles: findMissingRows },
  {
    id: 'outside_time',
    when: 'linked',
    stops: 'nothing',
    check: ({ outsideRequests, settings }) =>
      outsideRequests.map((requests) => describeOutsideRequests(requests, settings.period)),
  },
  { id: 'partial_log', when: 'linked', stops: 'nothing', checkFiles: describePossiblyPartialLogs },
  { id: 'table', when: 'linked', stops: 'nothing', check: describeMappings },
  { id: 'day_order', when: 'linked', stops: 'nothing', check: suggestDayOrder },
  { id: 'unit_of_log', when: 'linked', stops: 'nothing', check: describeLogUnit },
  { id: 'stated_terms', when: 'linked', stops: 'nothing', check: describeFileTerms },
  { id: 'days_of_other_zone', when: 'linked', stops: 'nothing', check: suggestTimeZone },
  { id: 'compared_by_totals', when: 'linked', stops: 'nothing', check: describeBillsWithoutIds },
  {
    id: 'own_log_alone',
    when: 'linked',
    stops: 'verdict',
    checkLog: ({ usersOwnLogs }) => usersOwnLogs.questions.map((reason) => ({ reason })),
  },
  { id: 'own_log', when: 'linked', stops: 'nothing', check: ({ usersOwnLogs }) => usersOwnLogs.notes },
  { id: 'repeated', when: 'linked', stops: 'nothing', check: describeRepeats },
  {
    id: 'money_in_words',
    when: 'linked',
    stops: 'verdict',
    checkLog: ({ textOnlyMoney, settings }) => findTextOnlyMoney(textOnlyMoney, settings),
  },
];

/** Runs all checks of files that come before linking. Throws a Rejection if a check stops the run. */
export function checkReadFiles(facts: ReadFacts): void {
  for (const fileCheck of fileChecks) if (fileCheck.when === 'read') refuseWith(fileCheck.check(facts));
}

/**
 * Builds a function that runs a check for missing rows on the files of each ledger. It leaves out evidence about files
 * that earlier evidence is about: an incomplete list also has gaps in its row ids.
 */
function createEvidenceFinder(facts: LinkedFacts) {
  const earlier: ReadonlySet<string>[] = [];
  const isNew = ({ files }: MissingEvidence): boolean => {
    if (earlier.some((known) => files.every((file) => known.has(file)))) return false;
    earlier.push(new Set(files));
    return true;
  };
  return (checkFiles: (facts: LinkedFacts) => readonly MissingEvidence[]) =>
    SOURCE_FIELDS.flatMap((field) => {
      const sources = facts.sources.filter((source) => source.field === field);
      return checkFiles({ ...facts, sources })
        .filter(isNew)
        .map(({ sentence }) => ({ ledger: LEDGER_BY_FIELD[field], reason: sentence }));
    });
}

/**
 * Runs all checks of files that come after linking. Returns notices for users, and the ledgers in which rows are
 * missing, with the reasons. Throws a Rejection if a check stops the run.
 */
export function checkLinkedFiles(facts: LinkedFacts) {
  const notices: Sentence[] = [];
  const missing: MissingRows[] = [];
  const findEvidence = createEvidenceFinder(facts);
  for (const fileCheck of fileChecks) {
    if (fileCheck.when !== 'linked') continue;
    if ('check' in fileCheck) {
      const sentences = fileCheck.check(facts);
      if (fileCheck.stops === 'run') refuseWith(sentences);
      notices.push(...sentences);
      continue;
    }
    const found =
      'checkLog' in fileCheck
        ? fileCheck.checkLog(facts).map((rows) => ({ ledger: LEDGER_BY_FIELD.logs, ...rows }))
        : findEvidence(fileCheck.checkFiles);
    notices.push(...found.map(({ reason }) => reason));
    if (fileCheck.stops === 'verdict') missing.push(...found);
  }
  return { notices, missing };
}
