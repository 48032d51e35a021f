import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { type MonthBooks, writeMonth } from './months/books.ts';
import type { MonthCost, Subject } from './months/subject.ts';
import { PAGE, pageWith, type Table } from './performance-page.ts';

/**
 * `npm run bench:files` compares the month command with a pass that only reads and parses, and with DuckDB, and writes
 * a section of the page; `-- --rows 10000000 [--lopsided]` prints the costs of one month of that size.
 */
const SUBJECT = fileURLToPath(new URL('months/subject.ts', import.meta.url));
const RUNNER = fileURLToPath(new URL('../../tools/run.mjs', import.meta.url));
const ROUNDS = 3;
const REQUESTS = 200_000;
const KINDS: Readonly<Record<string, MonthBooks>> = {
  clean: { requests: REQUESTS },
  'an error in every tenth request': { requests: REQUESTS, wrongEvery: 10 },
  'two errors in every request': { requests: REQUESTS, wrongEvery: 1 },
};
const SIZES = [500_000, 1_500_000];
const MEGABYTE = 1024 * 1024;
/** Limits of every run. */
const BASE_MB = 300;

/** Options of Node in `npm run month`. */
const FLAGS = packageJson.scripts.month.split(' ').filter((word) => word.startsWith('--'));

function measured(subject: Subject, folder: string): MonthCost {
  const flags = subject === 'month' ? FLAGS : [];
  const command = [...flags, RUNNER, SUBJECT, subject, folder];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  // The command prints its first lines before the figures.
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n') + 1));
}

function withBooks<T>(books: MonthBooks, work: (folder: string, rows: number) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'bench-months-'));
  try {
    return work(folder, writeMonth(folder, books));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the command, the parsing pass and, unless a ledger is empty, DuckDB. Returns the fastest of several rounds in
 * turns, because other programs can only slow them down.
 */
const figuresOf = (books: MonthBooks) =>
  withBooks(books, (folder, rows) => {
    const subjects: Subject[] = books.wrongEvery === 1 ? ['parse', 'month'] : ['parse', 'month', 'duckdb'];
    const runs = Array.from({ length: ROUNDS }, () => subjects.map((subject) => measured(subject, folder)));
    const [parse = Number.NaN, month = Number.NaN, duckdb] = subjects.map((_, at) =>
      Math.min(...runs.map((round) => round[at]?.cpuMs ?? Number.NaN)),
    );
    const quickest = runs.map(([, cost]) => cost).find((cost) => cost?.cpuMs === month);
    return {
      own: [month / parse, (1000 * month) / rows, quickest?.peakMb ?? 0],
      rival: duckdb === undefined ? [] : [duckdb / parse, month / duckdb],
    };
  });

/** Measures clean books of a size: rows, microseconds per row, megabytes. */
const sizeOf = (books: MonthBooks) =>
  withBooks(books, (folder, rows) => {
    const { cpuMs, peakMb } = measured('month', folder);
    return { rows, perRow: (1000 * cpuMs) / rows, peakMb };
  });

/** Builds a table from columns of numbers. */
function tableOf(
  heading: string,
  digits: number,
  names: readonly string[],
  columns: readonly (readonly [name: string, values: readonly number[]])[],
): Table {
  const rows = new Map(names.map((name, at) => [name, columns.map(([, values]) => values[at] as number)]));
  return { heading, digits, columns: columns.map(([name]) => name), rows };
}

function benchMonths(): void {
  const kinds = Object.entries(KINDS).map(([name, books]) => {
    console.log(`months, ${name} ...`);
    return { name, ...figuresOf(books) };
  });
  console.log('months of several sizes ...');
  const sizes = SIZES.map((requests) => sizeOf({ requests }));
  const tables = [
    tableOf(
      `The month command, ${REQUESTS} requests`,
      1,
      ['in units of parsing', 'microseconds a row', 'memory, MB'],
      kinds.map(({ name, own }) => [name, own]),
    ),
    tableOf(
      'Beside DuckDB on one thread',
      1,
      ['DuckDB, in units of parsing', 'the month command, in units of DuckDB'],
      kinds.flatMap(({ name, rival }) => (rival.length > 0 ? [[name, rival]] : [])),
    ),
    tableOf(
      'Clean books of',
      0,
      ['microseconds a row', 'memory, MB', `memory beyond ${BASE_MB} MB, bytes a row`],
      sizes.map(({ rows, perRow, peakMb }) => [
        `${rows} rows`,
        [perRow, peakMb, ((peakMb - BASE_MB) * MEGABYTE) / rows],
      ]),
    ),
  ];
  const [{ model = 'unknown' } = {}] = cpus();
  const about = `Measured on ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${model.trim()}; whole processes, start included, the quickest of ${ROUNDS} in turns.`;
  writeFileSync(PAGE, pageWith(about, tables, 'months'));
  console.log(`${PAGE} is written.`);
}

const { values } = parseArgs({
  options: { rows: { type: 'string' }, lopsided: { type: 'boolean', default: false } },
});
if (values.rows === undefined) benchMonths();
else {
  const { rows, perRow, peakMb } = sizeOf({
    requests: Math.round(Number(values.rows) / 2),
    isLopsided: values.lopsided,
  });
  console.log(`${rows} rows: ${perRow.toFixed(1)} microseconds a row, ${peakMb.toFixed(0)} MB`);
}
