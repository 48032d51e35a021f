import { CONTRACT_VERSION } from '../../contract-version.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../language.ts';
import { CAUSES_MAX, DAYS_MAX, USERS_MAX } from '../../limits.ts';
import {
  type Completeness,
  type Finding,
  type ReconciliationReport,
  SUMMARY_LISTS,
  type Summary,
} from '../../schemas/report.ts';
import type { Code, Words } from '../checks/check.ts';
import { codes } from '../checks/registry.ts';
import type { Context } from '../survey/context.ts';
import type { Survey } from '../survey/survey.ts';
import type { Conclusions, Figures } from '../tally/figures.ts';
import type { Totals } from '../tally/totals.ts';
import { type Cause, causeLines, causesOf, countsOf } from './causes.ts';
import { type Draft, finding, inOrder } from './findings.ts';
import { listed, type ReportLimits } from './listing.ts';
import { summaryOf, tolerancesOf } from './summary.ts';
import { daysOf, tablesOf, usersOf } from './tables.ts';

function completenessOf({ pricing, tokens, ...required }: Figures['flags'], isWhole: boolean): Completeness {
  const flags = { ...required, findings: isWhole };
  return { complete: Object.values(flags).every(Boolean), ...flags, pricing, tokens };
}

/** The lists of the summary, as far as their bounds let them: computed over everything, and named where they are cut. */
function listsOf(
  causes: readonly Cause[],
  totals: Totals,
  context: Context,
  { summaryOnly = false }: ReportLimits,
): Pick<Summary, 'causes' | 'byDay' | 'byUser' | 'cut'> {
  const maxOf = (max: number): number => (summaryOnly ? 0 : max);
  const lists = {
    causes: causeLines(causes, maxOf(CAUSES_MAX)),
    byDay: daysOf(totals, context, maxOf(DAYS_MAX)),
    byUser: usersOf(totals, context, maxOf(USERS_MAX)),
  };
  return {
    causes: lists.causes.entries,
    byDay: lists.byDay.entries,
    byUser: lists.byUser.entries,
    cut: SUMMARY_LISTS.filter((name) => lists[name].isCut),
  };
}

/**
 * The report of the whole input: the only place that divides, rounds, sorts and words.
 * @param generatedAt the one part of the report that does not follow from the input.
 * @param limits what the caller has room for, beside the limits of the service.
 * @param language of messages, titles and remedies; nothing else follows from it.
 */
export function report(
  { figures, evidence }: Conclusions,
  { context, inputFingerprint }: Survey,
  generatedAt: string,
  limits: ReportLimits = {},
  language: Language = DEFAULT_LANGUAGE,
): ReconciliationReport {
  const { currency } = context;
  const wordsOf = (code: string): Words => (codes.get(code) as Code).words[language];
  const list = inOrder(evidence, codes);
  const causes = causesOf(list);
  const counts = countsOf(list, causes, wordsOf);
  const summary = {
    ...summaryOf(figures, context, inputFingerprint),
    ...listsOf(causes, figures.totals, context, limits),
    tolerances: tolerancesOf(context),
  };
  const tables = limits.summaryOnly ? { byModel: [], byChannel: [] } : tablesOf(figures.totals, context);
  const reportWith = (findings: Finding[]): ReconciliationReport => ({
    version: CONTRACT_VERSION,
    generatedAt,
    currency,
    completeness: completenessOf(figures.flags, findings.length === list.length),
    summary: { ...summary, findings: { ...counts, listed: findings.length } },
    findings,
    ...tables,
  });
  const worded = (draft: Draft) => finding(draft, wordsOf(draft.evidence.code), currency);
  return reportWith(listed(list, worded, reportWith, limits));
}
