import type { Survey } from '../engine/survey/survey.ts';
import type { Figures } from '../engine/tally/figures.ts';
import { findGatewayName } from '../gateways/registry.ts';
import { DEFAULT_LANGUAGE, type Language } from '../language.ts';
import { DEFAULT_QUOTA_PER_UNIT } from '../log-facts.ts';
import { buildAnswer } from '../report/answer/first-lines.ts';
import { BILL_FREE_CODES, isPaymentCode } from '../report/answer/gaps/gap-effects.ts';
import type { ChannelNames } from '../report/answer/localized-report.ts';
import type { CauseTraits } from '../report/answer/traits.ts';
import { computeCauseTraits } from '../report/build/cause-traits.ts';
import { countFindings } from '../report/build/causes.ts';
import { type Draft, findName, listSortedDrafts } from '../report/build/drafts.ts';
import { buildEstimate } from '../report/build/estimates.ts';
import { buildFinding, buildRecord, type FindingRecord } from '../report/build/findings.ts';
import { prepareReport } from '../report/build/report.ts';
import { listFirstDays } from '../report/build/summary-causes.ts';
import { buildAccounts, buildHourRows } from '../report/build/tables.ts';
import { listNotes } from '../report/files/localize-source.ts';
import type { FindingNames, RejectedRow, ReportSource } from '../report/files/report-source.ts';
import type { RunReport } from '../report/run-report.ts';
import type { Cause, Finding, ReconciliationReport } from '../schemas/report.ts';
import type { Source } from './read/source.ts';
import type { RunOverview } from './run-overview.ts';
import type { CompletedRun } from './run-sources.ts';

interface ReportInput {
  readonly sources: readonly Source[];
  /** Current time as a date-time: the only part of the report that does not follow from the input. */
  readonly generatedAt: string;
  readonly connector?: string | undefined;
  readonly page: () => string;
  /** Language of all sentences. By default English, and in report.html that of the reader. */
  readonly language: Language | undefined;
}

/** Source of a run's report. `byId` yields its findings as records sorted by id, to compare them with another run. */
export interface RunReportSource extends ReportSource {
  readonly byId: () => Iterable<FindingRecord>;
}

const toFindingPlace = ({ evidence }: Draft): FindingNames => ({
  code: evidence.code,
  severity: evidence.severity,
  model: findName(evidence, 'model'),
  channelId: findName(evidence, 'channelId'),
});

/** Yields findings as records, sorted by id. */
function* listRecordsById(drafts: readonly Draft[], { context }: Survey): Generator<FindingRecord> {
  const ids = drafts.map(({ id }) => id);
  const order = Uint32Array.from(ids.keys()).sort((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1));
  for (const index of order) yield buildRecord(drafts[index] as Draft, context.currency);
}

/** Builds the report without its findings, and adds the fields that reports of the API lack. */
function buildHead(
  report: ReconciliationReport,
  { converted, missing, quotaPerUnit, billTimeZone }: RunOverview,
  figures: Figures,
  { timeZone }: Survey['context'],
): RunReport {
  const estimate = buildEstimate(figures);
  const summary = {
    ...report.summary,
    ...(timeZone !== 'UTC' && { timeZone }),
    ...(quotaPerUnit !== undefined && quotaPerUnit !== DEFAULT_QUOTA_PER_UNIT && { quotaPerUnit }),
    ...(billTimeZone !== undefined && { billTimeZone }),
    ...(missing.length > 0 && { missing }),
    ...(converted.length > 0 && { converted }),
    ...(estimate && { estimate }),
  };
  return {
    ...report,
    summary: { ...summary, answer: buildAnswer({ ...report, summary }, DEFAULT_LANGUAGE) },
  };
}

/** Adds to the traits of each cause that needs a bill the names of the bills with its model and channel. */
function addBillNames(
  traits: readonly CauseTraits[],
  { causes }: RunReport['summary'],
  { findBills }: RunOverview,
  { bills: { groups } }: Pick<Figures, 'bills'>,
): CauseTraits[] {
  return traits.map((own, index) => {
    const { code, model, channelId } = causes[index] as Cause;
    if (isPaymentCode(code) || BILL_FREE_CODES.has(code) || (model ?? channelId) === null) return own;
    const group = groups.find((one) => one.model === model);
    const bills = findBills(model === null ? [] : [model, ...(group?.names ?? [])], channelId);
    return bills.length === 0 ? own : { ...own, bills };
  });
}

const listChannelNames = ({ byChannel }: RunReport, { channelName }: RunOverview): ChannelNames =>
  Object.fromEntries(
    byChannel.flatMap(({ channelId }) => {
      const name = channelName(channelId);
      return name === undefined ? [] : [[channelId, name]];
    }),
  );

function* listRejectedRows({ rejected }: RunOverview, sources: readonly Source[]): Generator<RejectedRow> {
  for (const { source, row, reason } of rejected)
    yield { file: sources[source]?.location ?? '', row, reason };
}

/** Builds the source of a run's report. To save memory, a finding is worded only when it is listed. */
export function buildReportSource(
  { overview, reconciled, listEvidence }: CompletedRun,
  { sources, generatedAt, connector, page, language }: ReportInput,
): RunReportSource {
  const { rows, records, figures, notices } = overview;
  const { conclusions, surveyed } = reconciled;
  const drafts = listSortedDrafts(conclusions.evidence, surveyed.context);
  const found = countFindings(drafts);
  const around = prepareReport(found, conclusions.figures, surveyed, generatedAt);
  const head = buildHead(around([], drafts.length), overview, conclusions.figures, surveyed.context);
  function* findings(
    isWanted: (finding: FindingNames) => boolean = () => true,
    inLanguage: Language = DEFAULT_LANGUAGE,
  ): Generator<Finding> {
    for (const draft of drafts)
      if (isWanted(toFindingPlace(draft))) yield buildFinding(draft, surveyed.context.currency, inLanguage);
  }
  return {
    head,
    meta: {
      rows: { received: rows, ...records, skipped: { ...figures.skipped } },
      notes: listNotes({ head, fileNotices: notices, figures }, DEFAULT_LANGUAGE),
    },
    findings,
    byId: () => listRecordsById(drafts, surveyed),
    evidence: (ids) => listEvidence(ids ? drafts.filter(({ id }) => ids.has(id)) : drafts),
    rejected: () => listRejectedRows(overview, sources),
    fileNotices: notices,
    gateway: findGatewayName(connector, overview.forks),
    page,
    figures,
    since: listFirstDays(found.causes, surveyed.context.timeZone),
    traits: addBillNames(
      computeCauseTraits(head.summary.causes, drafts, surveyed.context.timeZone),
      head.summary,
      overview,
      conclusions.figures,
    ),
    channelNames: listChannelNames(head, overview),
    hours: buildHourRows(conclusions.figures, surveyed.context),
    accounts: buildAccounts(conclusions.figures.totals, head.summary.byUser),
    language,
  };
}
