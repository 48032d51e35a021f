import { DEFAULT_LANGUAGE } from '../../language.ts';
import { toWallTime } from '../../zoned-time.ts';
import { listClauses, translateSentences } from '../build/translations.ts';
import type { PageReport } from '../view/page-report.ts';
import { createLargestFilter, withFindings } from './largest-findings.ts';
import { describeRatesAndPrices, listNotes } from './localize-source.ts';
import type { EvidenceRow, FindingNames, ReportSource } from './report-source.ts';

const DAY_LENGTH = 'yyyy-mm-dd'.length;
const HOUR_LENGTH = 'yyyy-mm-ddThh'.length;

/** Collects the evidence rows of the shown findings, and the first day (or hour) of every listed finding. */
function collectEvidence(
  rows: Iterable<EvidenceRow>,
  shown: ReadonlySet<string>,
  length: number,
  timeZone: string,
): Pick<PageReport, 'evidence' | 'days'> {
  const evidence: Record<string, EvidenceRow[]> = {};
  const days: Record<string, string> = {};
  for (const row of rows) {
    const at = timeZone === 'UTC' ? row.at : new Date(toWallTime(Date.parse(row.at), timeZone)).toISOString();
    const day = at.slice(0, length);
    if (day < (days[row.findingId] ?? '9')) days[row.findingId] = day;
    if (!shown.has(row.findingId)) continue;
    evidence[row.findingId] ??= [];
    evidence[row.findingId]?.push(row);
  }
  return { evidence, days };
}

/**
 * Builds the report for the page: in English, with the texts in the other languages and with evidence rows.
 * @param createFilter creates a function that selects the findings to list. A new one is created for each language,
 * because it may count the findings that it has seen. Without it, all findings are listed.
 */
export function buildPageReport(
  source: ReportSource,
  createFilter?: () => (names: FindingNames) => boolean,
): PageReport {
  const { head, meta, since, traits, hours, accounts, channelNames, language, gateway } = source;
  const { timeZone = 'UTC' } = head.summary;
  const first = [...source.findings(createFilter?.())];
  const report = withFindings(head, first);
  const isShown = createLargestFilter();
  const shown = new Set(first.filter(isShown).map(({ id }) => id));
  const rows = source.evidence(createFilter && new Set(first.map(({ id }) => id)));
  return {
    report,
    meta,
    since,
    stated: describeRatesAndPrices(head, DEFAULT_LANGUAGE),
    translations: {
      zh: {
        ...translateSentences(report, 'zh'),
        messages: Array.from(source.findings(createFilter?.(), 'zh'), ({ message }) => message),
        notes: listNotes(source, 'zh'),
        stated: describeRatesAndPrices(head, 'zh'),
      },
    },
    clauses: listClauses(report, DEFAULT_LANGUAGE),
    traits,
    accounts,
    gateway,
    language,
    hours,
    timeZone,
    channelNames,
    ...collectEvidence(rows, shown, hours.length > 0 ? HOUR_LENGTH : DAY_LENGTH, timeZone),
  };
}
