import { clausesOf, sentencesOf } from '../engine/report/reworded.ts';
import { DEFAULT_LANGUAGE } from '../language.ts';
import type { Finding } from '../schemas/report.ts';
import { csvOf } from './csv.ts';
import { notesIn } from './notes-in.ts';
import { reportJson } from './report-json.ts';
import { reportPage } from './report-page.ts';
import type { RejectedRow, ReportSource } from './report-source.ts';
import { findingsCsv, type ReportTable, reportTables } from './report-tables.ts';
import { toldIn } from './told-in.ts';

/** A browser scrolls through this many; report.json and findings.csv hold the rest. */
export const PAGE_FINDINGS_MAX = 20_000;

/** The console's view of a report, as one page that opens by double click. */
async function* pageOf({
  head,
  meta,
  said,
  figures,
  findings,
  since,
  page,
  language,
}: ReportSource): AsyncGenerator<string> {
  const first: Finding[] = [];
  for await (const finding of findings()) if (first.push(finding) === PAGE_FINDINGS_MAX) break;
  const { completeness, summary } = head;
  const isWhole = first.length === summary.findings.total;
  const report = {
    ...head,
    ...(!isWhole && { completeness: { ...completeness, complete: false, findings: false } }),
    summary: { ...summary, findings: { ...summary.findings, listed: first.length } },
    findings: first,
  };
  yield reportPage(page(), {
    ...{ report, meta },
    translations: { zh: { ...sentencesOf(report, 'zh'), notes: notesIn({ head, said, figures }, 'zh') } },
    clauses: clausesOf(report, 'en'),
    since,
    ...(language && { language }),
  });
}

const rejectedCsv = ({ rejected, language = DEFAULT_LANGUAGE }: ReportSource): AsyncGenerator<string> =>
  csvOf<RejectedRow>(
    [
      { head: 'file', as: 'text', of: ({ file }) => file },
      { head: 'row', as: 'figure', of: ({ row }) => row },
      { head: 'reason', as: 'text', of: ({ reason }) => reason[language] },
    ],
    rejected(),
  );

const PAGE = 'report.html';

/** Tables that fit into memory. */
const TABLES = (Object.keys(reportTables) as ReportTable[]).filter((table) => table !== 'findings');

/** The files of a report, by name. The page has all languages, whatever that of the others. */
const FILES: Readonly<Record<string, (source: ReportSource) => AsyncIterable<string>>> = {
  'report.json': ({ head, findings }) => reportJson(head, findings()),
  'findings.csv': ({ findings }) => findingsCsv(findings()),
  ...Object.fromEntries(
    TABLES.map((table) => [
      `${table}.csv`,
      async function* ({ head }: ReportSource) {
        yield reportTables[table](head);
      },
    ]),
  ),
  [PAGE]: pageOf,
  'rejected.csv': rejectedCsv,
};

/** A file of a report, in pieces. */
export const reportFile = (name: string, source: ReportSource): AsyncIterable<string> | undefined =>
  FILES[name]?.(name === PAGE ? source : toldIn(source, source.language ?? DEFAULT_LANGUAGE));

/** The names of the files that a report has: rejected.csv only where there is something to say. */
export const fileNames = (hasRejected: boolean): string[] =>
  Object.keys(FILES).filter((name) => hasRejected || name !== 'rejected.csv');
