import { DEFAULT_LANGUAGE } from '../language.ts';
import { answeredOf } from './answered-of.ts';
import { csvOf } from './csv.ts';
import { headIn } from './heads.ts';
import { firstOfCauses, withLargest } from './largest-findings.ts';
import { reportJson } from './report-json.ts';
import { reportPage } from './report-page.ts';
import type { RejectedRow, ReportSource } from './report-source.ts';
import { evidenceCsv, findingsCsv, type ReportTable, reportTables } from './report-tables.ts';
import { staticReport } from './static-report.ts';
import { toldIn } from './told-in.ts';

/** The console's view of a report, as one page that opens by double click, with and without scripts. */
function* pageOf(source: ReportSource): Generator<string> {
  const answered = withLargest(answeredOf(source, firstOfCauses()));
  yield reportPage(source.page(), answered, staticReport(answered));
}

const rejectedCsv = ({ rejected, language = DEFAULT_LANGUAGE }: ReportSource): Generator<string> =>
  csvOf<RejectedRow>(
    [
      { head: 'file', as: 'text', of: ({ file }) => file },
      { head: 'row', as: 'figure', of: ({ row }) => row },
      { head: 'reason', as: 'text', of: ({ reason }) => reason[language] },
    ],
    rejected(),
    headIn(language),
  );

const PAGE = 'report.html';

/** Tables that fit into memory. */
const TABLES = (Object.keys(reportTables) as ReportTable[]).filter((table) => table !== 'findings');

/** The files of a report, by name. The page has all languages, whatever that of the others. */
const FILES: Readonly<Record<string, (source: ReportSource) => Iterable<string>>> = {
  'report.json': ({ head, findings }) => reportJson(head, findings()),
  'findings.csv': ({ head, findings, language = DEFAULT_LANGUAGE }) =>
    findingsCsv(findings(), head.summary.findings.byCode, language),
  ...Object.fromEntries(
    TABLES.map((table) => [
      `${table}.csv`,
      function* ({ head, language = DEFAULT_LANGUAGE }: ReportSource) {
        yield reportTables[table](head, language);
      },
    ]),
  ),
  'requests.csv': ({ evidence, language = DEFAULT_LANGUAGE }) => evidenceCsv(evidence(), language),
  [PAGE]: pageOf,
  'rejected.csv': rejectedCsv,
};

/** A file of a report, in pieces. */
export const reportFile = (name: string, source: ReportSource): Iterable<string> | undefined =>
  FILES[name]?.(name === PAGE ? source : toldIn(source, source.language ?? DEFAULT_LANGUAGE));

/** The names of the files that a report has: rejected.csv only where there is something to say. */
export const fileNames = (hasRejected: boolean): string[] =>
  Object.keys(FILES).filter((name) => hasRejected || name !== 'rejected.csv');
