import { CONTRACT_VERSION } from '../../contract-version.ts';
import type { Context } from '../../engine/survey/context.ts';
import type { Survey } from '../../engine/survey/survey.ts';
import type { Conclusions, Figures } from '../../engine/tally/figures.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../language.ts';
import { CAUSES_MAX, DAYS_MAX, USERS_MAX } from '../../limits.ts';
import { SUMMARY_LISTS } from '../../schemas/lists.ts';
import type { Completeness, Finding, ReconciliationReport, Summary } from '../../schemas/report.ts';
import { buildAnswer } from '../answer/first-lines.ts';
import { type Bounded, convertFirst } from './bounded.ts';
import { type CountedFindings, countFindings } from './causes.ts';
import { compareDrafts, type Draft, listDrafts } from './drafts.ts';
import { buildFinding, findTexts } from './findings.ts';
import { listFindings, type ReportLimits } from './listing.ts';
import { buildSummary, listTolerances } from './summary.ts';
import { countBySeverity, listSummaryCauses, sumBySide, sumUnnamedPayments } from './summary-causes.ts';
import { buildDayRows, buildTables, buildUserRows } from './tables.ts';

function completenessOf({ pricing, tokens, ...required }: Figures['flags'], isWhole: boolean): Completeness {
  const flags = { ...required, findings: isWhole };
  return { complete: Object.values(flags).every(Boolean), ...flags, pricing, tokens };
}

/** Builds the lists of the summary within their limits, and the names of those that were cut. */
function listsOf(
  causes: Bounded<Summary['causes'][number]>,
  figures: Figures,
  context: Context,
  { summaryOnly = false }: ReportLimits,
): Pick<Summary, 'causes' | 'byDay' | 'byUser' | 'cut'> {
  const maxOf = (max: number): number => (summaryOnly ? 0 : max);
  const lists = {
    causes: convertFirst(causes.entries, maxOf(CAUSES_MAX), (cause) => cause),
    byDay: buildDayRows(figures, context, maxOf(DAYS_MAX)),
    byUser: buildUserRows(figures, context, maxOf(USERS_MAX)),
  };
  return {
    causes: lists.causes.entries,
    byDay: lists.byDay.entries,
    byUser: lists.byUser.entries,
    cut: SUMMARY_LISTS.filter((name) => lists[name].isCut || (name === 'causes' && causes.isCut)),
  };
}

/**
 * Computes the report without its list of findings. The returned function adds a list, and can be called with several
 * lists.
 * @param found counts and causes of all findings
 * @param limits size of the lists in the summary; with `summaryOnly`, the tables by model and by channel are empty
 * @returns a function that builds the report from a list of findings. If the findings are stored elsewhere, pass an
 * empty list and the number of findings.
 */
export function prepareReport(
  found: CountedFindings,
  figures: Figures,
  { context, inputFingerprint }: Survey,
  generatedAt: string,
  limits: ReportLimits = {},
  language: Language = DEFAULT_LANGUAGE,
): (findings: Finding[], listed?: number) => ReconciliationReport {
  const { causes } = found;
  const counts = countBySeverity(found, (code) => findTexts(code, language));
  const lines = listSummaryCauses(causes, figures.totals.requestsByCodes, CAUSES_MAX);
  const summary = {
    ...buildSummary(figures, context, inputFingerprint),
    ...sumUnnamedPayments(causes),
    money: sumBySide(causes),
    ...listsOf(lines, figures, context, limits),
    tolerances: listTolerances(context),
  };
  const tables = buildTables(figures, context);
  const { currency } = context;
  const books = {
    currency,
    completeness: completenessOf(figures.flags, true),
    byModel: tables.byModel,
    summary: {
      ...summary,
      causes: lines.entries,
      findings: { ...counts, listed: counts.total },
    },
  };
  // Build the answer from the uncut list of causes, so that it does not depend on the limits of the response.
  const answer = buildAnswer(books, language);
  return (findings, listed = findings.length) => ({
    version: CONTRACT_VERSION,
    generatedAt,
    currency,
    completeness: completenessOf(figures.flags, listed === counts.total),
    summary: { answer, ...summary, findings: { ...counts, listed } },
    findings,
    ...(limits.summaryOnly ? { byModel: [], byChannel: [] } : tables),
  });
}

/**
 * Builds the report from the results of the checks.
 * @param generatedAt time of the report as an ISO date-time; the only part that does not depend on the input
 * @param language language of messages, titles and remedies; nothing else depends on it
 */
export function buildReport(
  { figures, evidence }: Pick<Conclusions, 'figures' | 'evidence'>,
  survey: Survey,
  generatedAt: string,
  limits: ReportLimits = {},
  language: Language = DEFAULT_LANGUAGE,
): ReconciliationReport {
  const drafts = listDrafts(evidence, survey.context);
  const around = prepareReport(countFindings(drafts), figures, survey, generatedAt, limits, language);
  const toFinding = (draft: Draft): Finding => buildFinding(draft, survey.context.currency, language);
  return around(listFindings(drafts, compareDrafts, toFinding, around, limits));
}
