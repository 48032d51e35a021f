import { explainOtherGateway } from '../../normalizer/intake/dialect.ts';
import { refuseWith } from '../../rejections.ts';
import type { MissingRows } from '../../report/answer/answer-input.ts';
import { appendFullStop, type Sentence } from '../../sentence.ts';
import { findTextOnlyMoney, type MissingInLog } from '../link/unread-money.ts';
import { LEDGER_BY_FIELD, SOURCE_FIELDS } from '../read/source.ts';
import { findConnector } from '../run-settings.ts';
import { describeOutsideRequests, type FileNotice, findEmptyPeriod } from './empty-period.ts';
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
  findBillTimeZone,
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

/** Checks of files that have been read, in order. Each stops the run. */
const readChecks: readonly Check<ReadFacts>[] = [
  findUnreadReports,
  findFilesUnderWrongOption,
  findLogsOfTwoGateways,
  findLogsOfOtherGateway,
  findLogsOfOtherGatewayByIds,
  findLogsOfTwoDatabases,
  findLogRowsInBill,
  findSwappedLogAndBill,
  findUnreadableFiles,
  findUnknownHeaders,
  findBillsOfOtherServices,
  findMissingQuotaPerUnit,
  findNeedlessQuotaPerUnit,
  findWrongQuotaPerUnit,
];

/** Checks of files whose rows are linked that stop the run, in order. */
const linkedChecks: readonly Check<LinkedFacts>[] = [
  findUnreadableFiles,
  findUpstreamLogs,
  refuseBilledBalances,
  findEmptyPeriod,
];

/** Facts for notes. `billTimeZone` is that of the bill's days, if it is not UTC and the settings contain no zone. */
interface NoteFacts extends LinkedFacts {
  readonly billTimeZone: string | undefined;
}

/** A check of files whose rows are linked that adds notes. */
type NoteCheck =
  | { readonly check: (facts: NoteFacts) => readonly FileNotice[] }
  /** Finds rows that are missing in the log, which prevents a verdict. */
  | { readonly checkLog: (facts: LinkedFacts) => readonly MissingInLog[] }
  /** Finds rows that are missing in the files of one ledger; this prevents a verdict unless it is uncertain. */
  | {
      readonly checkFiles: (facts: LinkedFacts) => readonly MissingEvidence[];
      readonly isUncertain?: true;
    };

/** All checks that add notes, in the order of the notes. */
const noteChecks: readonly NoteCheck[] = [
  { checkLog: ({ settings: { missingRows = [] } }) => missingRows.map((reason) => ({ reason })) },
  { checkFiles: findBrokenFiles },
  { checkFiles: findMissingPages },
  { checkFiles: findFullLastPages },
  { checkFiles: findUnfinishedLists },
  { checkFiles: findMissingRows },
  {
    check: ({ outsideRequests, settings }) =>
      outsideRequests.map((requests) => describeOutsideRequests(requests, settings.period)),
  },
  { checkFiles: describePossiblyPartialLogs, isUncertain: true },
  { check: describeMappings },
  { check: describeLogUnit },
  { check: describeFileTerms },
  { check: ({ billTimeZone }) => suggestTimeZone(billTimeZone) },
  { check: describeBillsWithoutIds },
  { checkLog: ({ usersOwnLogs }) => usersOwnLogs.questions.map((reason) => ({ reason })) },
  { check: ({ usersOwnLogs }) => usersOwnLogs.notes },
  { check: describeRepeats },
  { checkLog: ({ textOnlyMoney, settings }) => findTextOnlyMoney(textOnlyMoney, settings) },
];

/** Runs all checks of files that come before linking. Throws a Rejection if a check stops the run. */
export function checkReadFiles(facts: ReadFacts): void {
  for (const check of readChecks) refuseWith(check(facts));
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
 * Runs all checks of files that come after linking. Returns notices for users, the ledgers in which rows are missing,
 * with the reasons, and the time zone of the bill. Throws a Rejection if a check stops the run.
 */
export function checkLinkedFiles(facts: LinkedFacts) {
  for (const check of linkedChecks) refuseWith(check(facts));
  const notices: FileNotice[] = [];
  const missing: MissingRows[] = [];
  const findEvidence = createEvidenceFinder(facts);
  const billTimeZone = findBillTimeZone(facts);
  for (const noteCheck of noteChecks) {
    if ('check' in noteCheck) {
      notices.push(...noteCheck.check({ ...facts, billTimeZone }));
      continue;
    }
    const found =
      'checkLog' in noteCheck
        ? noteCheck.checkLog(facts).map((rows) => ({ ledger: LEDGER_BY_FIELD.logs, ...rows }))
        : findEvidence(noteCheck.checkFiles);
    notices.push(...found.map(({ reason }) => reason));
    if (!('isUncertain' in noteCheck)) missing.push(...found);
  }
  return {
    /** Messages about the files: missing rows, excluded rows, questions. */
    notices,
    missing,
    billTimeZone,
  };
}
