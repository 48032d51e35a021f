import { readFileSync } from 'node:fs';
import { withSection } from '../../support/golden/generated-section.ts';
import { performancePage } from '../performance-page.ts';
import { customersOf } from './books.ts';
import { type CostLine, costLines } from './cost.ts';
import { cpuMsOf, type LedgerRun } from './ledger-bench.ts';

const SECTION = 'ledgers';

const grouped = (value: number): string => `${Math.round(value)}`.replaceAll(/\B(?=(\d{3})+$)/g, ' ');
const megabytes = (bytes: number): string => `${grouped(bytes / 1e6)} MB`;
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  ...[line(head), line(['---', ...head.slice(1).map(() => '---:')])],
  ...rows.map(line),
  '',
];

/** Slope of a straight line through the logarithms of rows and time, by least squares. */
export function growthOf(runs: readonly LedgerRun[]): number {
  const points = runs.map((run) => [Math.log(run.rows), Math.log(cpuMsOf(run))] as const);
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x0, y0] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}

const whatItTook = (runs: readonly LedgerRun[]): string[] =>
  table(
    ['Rows (bytes)', 'customers', 'parts', 'CPU', 'rows a second and core', 'scratch', 'report'],
    runs.map((run) => [
      `${grouped(run.rows)} (${megabytes(run.bytes)})`,
      ...[customersOf(run.rows), run.parts].map(grouped),
      `${grouped(cpuMsOf(run) / 1000)} s`,
      grouped((1000 * run.rows) / cpuMsOf(run)),
      ...[run.scratchBytes, run.reportBytes].map(megabytes),
    ]),
  );

function peaks(runs: readonly LedgerRun[]): string[] {
  const stages = [...new Set(runs.flatMap(({ lines }) => lines.map(({ stage }) => stage)))];
  const own = stages.filter((stage) => !stage.startsWith('plan ') && stage !== 'list');
  const plans = stages.filter((stage) => !own.includes(stage));
  const peakOf = ({ lines }: LedgerRun, some: readonly string[]): string => {
    const peak = Math.max(
      0,
      ...lines.filter(({ stage }) => some.includes(stage)).map(({ peakMb }) => peakMb),
    );
    return peak === 0 ? '' : `${grouped(peak)} MB`;
  };
  return table(
    [
      'Peak memory of a process',
      ...runs.map(({ rows, parts }) => `${grouped(rows)} rows, ${parts} ${parts === 1 ? 'part' : 'parts'}`),
    ],
    [
      ...own.map((stage) => [stage, ...runs.map((run) => peakOf(run, [stage]))]),
      ['list and all plans', ...runs.map((run) => peakOf(run, plans))],
    ],
  );
}

const costTable = (costs: readonly CostLine[]): string[] =>
  table(
    ['', '10^6 rows', '10^8 rows', '10^9 rows'],
    costs.map(({ what, values }) => [what, ...values]),
  );

/** The page, with what runs of several sizes have taken, and what follows for larger ones. */
export const pageWithRuns = (runs: readonly LedgerRun[], same: string, about: string): string =>
  withSection(
    performancePage,
    SECTION,
    [
      ...[about, '', ...whatItTook(runs)],
      `The time grows with a power of ${growthOf(runs).toFixed(2)} of the rows. ${same}`.trimEnd(),
      ...['', ...peaks(runs), ...costTable(costLines(runs.at(-1) as LedgerRun))],
    ].slice(0, -1),
    readFileSync(performancePage, 'utf8'),
  );
