import { renderToString } from 'preact-render-to-string';
import { DEFAULT_LANGUAGE } from '../../language.ts';
import { buildPageTitle, buildViewData, reportView, toStaticView } from '../view/report.ts';
import { buildPageReport } from './build-page-report.ts';
import { createLargestFilter, keepLargestFindings } from './largest-findings.ts';
import { localizeSource } from './localize-source.ts';
import { generateJson } from './report-json.ts';
import { fillReportPage } from './report-page.ts';
import type { ReportSource } from './report-source.ts';
import { formatEvidence, formatRejected, reportTables } from './report-tables.ts';

/** Builds the page of a report, which opens from the file, with and without scripts. */
function* generatePage(source: ReportSource): Generator<string> {
  const answered = keepLargestFindings(buildPageReport(source, createLargestFilter));
  const { language = DEFAULT_LANGUAGE } = answered;
  const view = toStaticView(buildViewData(answered, language));
  const html = renderToString(reportView(view));
  yield fillReportPage(source.page(), answered, { language, title: buildPageTitle(view), html });
}

const PAGE = 'report.html';

/** Files of a report by name. The page contains all languages; the other files have one. */
const FILES: Readonly<Record<string, (source: ReportSource) => Iterable<string>>> = {
  'report.json': ({ head, findings }) => generateJson(head, findings()),
  ...Object.fromEntries(
    Object.entries(reportTables).map(([table, csvOf]) => [
      `${table}.csv`,
      ({ head, findings, language = DEFAULT_LANGUAGE }: ReportSource) =>
        csvOf({ ...head, findings: table === 'findings' ? findings() : [] }, language),
    ]),
  ),
  'requests.csv': ({ evidence, language = DEFAULT_LANGUAGE }) => formatEvidence(evidence(), language),
  [PAGE]: generatePage,
  'rejected.csv': ({ rejected, language = DEFAULT_LANGUAGE }) => formatRejected(rejected(), language),
};

/** Generates the content of a file of the report (`causes.csv`) in pieces. Returns undefined for an unknown name. */
export const generateFile = (name: string, source: ReportSource): Iterable<string> | undefined =>
  FILES[name]?.(name === PAGE ? source : localizeSource(source, source.language ?? DEFAULT_LANGUAGE));

/** Lists the names of the files of a report. `rejected.csv` is one of them only if rows were rejected. */
export const listFileNames = (hasRejected: boolean): string[] =>
  Object.keys(FILES).filter((name) => hasRejected || name !== 'rejected.csv');
