import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs to measure: the parsing pass, the month command, and DuckDB. */
export type Subject = 'parse' | 'month' | 'duckdb';

/** Costs of a program, including its start. */
export interface MonthCost {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Maximum memory as recorded by the kernel; `maxRSS` would include the parent process. */
function peakMb(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const NEWLINE = 10;

/** The parsing pass: reads the files, splits them into lines, and parses each line and the snapshot in `other`. */
function parseMonth(folder: string): void {
  for (const ledger of ['logs', 'upstream'])
    for (const file of readdirSync(join(folder, ledger))) {
      const bytes = readFileSync(join(folder, ledger, file));
      for (let at = 0, end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
        const { other } = JSON.parse(bytes.toString('utf8', at, end)) as { readonly other: string };
        JSON.parse(other);
        at = end + 1;
      }
    }
}

const SUBJECTS: Readonly<Record<Subject, (folder: string) => Promise<unknown>>> = {
  parse: async (folder) => parseMonth(folder),
  duckdb: async (folder) => (await import('../duckdb/month.ts')).askDuckDb(folder),
  month: async (folder) => {
    const { monthCommand } = await import('#tools/month/command.ts');
    const code = await monthCommand([
      ...['--connector', 'new-api', '--quota-per-unit', '500000', '--quiet', '--out', join(folder, 'report')],
      ...['--logs', join(folder, 'logs'), '--upstream', join(folder, 'upstream')],
    ]);
    if (code > 1) throw new Error(`The month command exited with ${code}.`);
  },
};

const [, , subject = 'parse', folder = ''] = process.argv;
await SUBJECTS[subject as Subject](folder);
const { user, system } = process.cpuUsage();
const cost: MonthCost = { cpuMs: (user + system) / 1000, peakMb: peakMb() };
process.stdout.write(JSON.stringify(cost));
