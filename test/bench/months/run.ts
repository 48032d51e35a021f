import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import { pageWith, performancePage, type Table } from '../performance-page.ts';
import { type MonthBooks, writeMonth } from './books.ts';
import type { MonthCost, Subject } from './subject.ts';

const SUBJECT = fileURLToPath(new URL('subject.ts', import.meta.url));
const RUNNER = fileURLToPath(new URL('../../../tools/run.mjs', import.meta.url));
const ROUNDS = 3;
const REQUESTS = 200_000;
const KINDS = {
  clean: { requests: REQUESTS },
  'an error in every tenth request': { requests: REQUESTS, wrongEvery: 10 },
  'two errors in every request': { requests: REQUESTS, wrongEvery: 1 },
} as const satisfies Record<string, MonthBooks>;
const SIZES = [500_000, 1_500_000];
const MEGABYTE = 1024 * 1024;
/** What a run may take whatever its books. */
const BASE_MB = 300;

/** What `npm run month` tells Node. */
const FLAGS = packageJson.scripts.month.split(' ').filter((word) => word.startsWith('--'));

const measured = (subject: Subject, folder: string): MonthCost => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...(subject === 'month' ? FLAGS : []), RUNNER, SUBJECT, subject, folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

function withBooks<T>(books: MonthBooks, work: (folder: string, rows: number) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'bench-months-'));
  try {
    return work(folder, writeMonth(folder, books));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The quickest of some rounds, in which all take their turns: what other programs do can only slow them down. */
function quickest(folder: string, subjects: readonly Subject[]): Map<Subject, MonthCost> {
  const costs = new Map<Subject, MonthCost>();
  for (let round = 0; round < ROUNDS; round++)
    for (const subject of subjects) {
      const [cost, best] = [measured(subject, folder), costs.get(subject)];
      if (best === undefined || cost.cpuMs < best.cpuMs) costs.set(subject, cost);
    }
  return costs;
}

/** Books of every kind by the command and its floor, and by its rival where it can read them: it takes no empty ledger. */
const figuresOf = (books: MonthBooks) =>
  withBooks(books, (folder, rows) => {
    const hasRival = books.wrongEvery !== 1;
    const costs = quickest(folder, ['parse', 'month', ...(hasRival ? (['duckdb'] as const) : [])]);
    const of = (subject: Subject) => costs.get(subject)?.cpuMs ?? Number.NaN;
    return {
      own: [of('month') / of('parse'), (1000 * of('month')) / rows, costs.get('month')?.peakMb ?? 0],
      rival: hasRival ? [of('duckdb') / of('parse'), of('month') / of('duckdb')] : [],
    };
  });

const OWN = ['in units of parsing', 'microseconds a row', 'memory, MB'];
const RIVAL = ['DuckDB, in units of parsing', 'the month command, in units of DuckDB'];

/** Lines of a table from the columns of it. */
const rowsOf = (names: readonly string[], columns: readonly (readonly number[])[]): Table['rows'] =>
  new Map(names.map((name, at) => [name, columns.map((column) => column[at] as number)]));

/** Clean books of a size. @returns rows, microseconds a row, megabytes */
const sizeOf = (books: MonthBooks): { rows: number; perRow: number; peakMb: number } =>
  withBooks(books, (folder, rows) => {
    const { cpuMs, peakMb } = measured('month', folder);
    return { rows, perRow: (1000 * cpuMs) / rows, peakMb };
  });

/** The month command beside a pass that only reads and parses, and beside DuckDB: writes its section of the page. */
export function benchMonths(): void {
  const kinds = Object.entries(KINDS).map(([name, books]) => {
    console.log(`months, ${name} ...`);
    return [name, figuresOf(books)] as const;
  });
  console.log('months of several sizes ...');
  const sizes = SIZES.map((requests) => sizeOf({ requests }));
  const rivals = kinds.filter(([, { rival }]) => rival.length > 0);
  const beyond = ({ rows, peakMb }: (typeof sizes)[number]) => ((peakMb - BASE_MB) * MEGABYTE) / rows;
  const tables: Table[] = [
    {
      heading: `The month command, ${REQUESTS} requests`,
      columns: kinds.map(([name]) => name),
      rows: rowsOf(
        OWN,
        kinds.map(([, { own }]) => own),
      ),
      digits: 1,
    },
    {
      heading: 'Beside DuckDB on one thread',
      columns: rivals.map(([name]) => name),
      rows: rowsOf(
        RIVAL,
        rivals.map(([, { rival }]) => rival),
      ),
      digits: 1,
    },
    {
      heading: 'Clean books of',
      columns: sizes.map(({ rows }) => `${rows} rows`),
      rows: new Map([
        ['microseconds a row', sizes.map(({ perRow }) => perRow)],
        ['memory, MB', sizes.map(({ peakMb }) => peakMb)],
        [`memory beyond ${BASE_MB} MB, bytes a row`, sizes.map(beyond)],
      ]),
      digits: 0,
    },
  ];
  const [{ model = 'unknown' } = {}] = cpus();
  const about = `Measured on ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${model.trim()}; whole processes, start included, the quickest of ${ROUNDS} in turns.`;
  writeFileSync(performancePage, pageWith(about, tables, 'months'));
  console.log(`${performancePage} is written.`);
}

/** Prints what books of so many rows take, and writes nothing. */
export function benchMonth(rows: number, isLopsided: boolean): void {
  const { perRow, peakMb } = sizeOf({ requests: Math.round(rows / 2), isLopsided });
  console.log(`${rows} rows: ${perRow.toFixed(1)} microseconds a row, ${peakMb.toFixed(0)} MB`);
}
