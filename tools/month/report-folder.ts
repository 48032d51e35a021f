import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csv } from '#shared/report-files/csv.ts';
import { type ReportTable, reportTables } from '#shared/report-files/report-tables.ts';
import type { MonthResult, RejectedRow } from './run-month.ts';

const rejectedTable = (rows: readonly RejectedRow[]): string =>
  csv(
    [
      { head: 'file', as: 'text', of: ({ file }) => file },
      { head: 'row', as: 'figure', of: ({ row }) => row },
      { head: 'reason', as: 'text', of: ({ reason }) => reason },
    ],
    rows,
  );

/** Writes a file that has its name only when it is whole: whoever stops the command finds no half of one. */
function write(folder: string, name: string, text: string): void {
  const part = join(folder, `${name}.part`);
  try {
    writeFileSync(part, text);
    renameSync(part, join(folder, name));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/**
 * Writes a report for people and programs.
 * @param page the report as one page that opens by double click
 * @returns the names of the files
 */
export function writeReport(folder: string, { report, rejected }: MonthResult, page: string): string[] {
  const files: [string, string][] = [
    ['report.json', `${JSON.stringify(report, null, 2)}\n`],
    ...(Object.keys(reportTables) as ReportTable[]).map((name): [string, string] => [
      `${name}.csv`,
      reportTables[name](report),
    ]),
    ['report.html', page],
    ...(rejected.length === 0 ? [] : ([['rejected.csv', rejectedTable(rejected)]] as [string, string][])),
  ];
  mkdirSync(folder, { recursive: true });
  if (rejected.length === 0) rmSync(join(folder, 'rejected.csv'), { force: true });
  for (const [name, text] of files) write(folder, name, text);
  return files.map(([name]) => name);
}
