import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Mapping, mappingOf } from '#shared/files/mapping/mapping.ts';
import { openFile } from '#shared/files/read-file.ts';
import type { DealTask } from '#shared/ledger/deal.ts';
import type { DealtField } from '#shared/ledger/keys.ts';
import type { RejectedLine } from '#shared/ledger/part-rows.ts';
import { partsFor } from '#shared/ledger/plan.ts';
import { type RunFacts, run } from '#shared/ledger/run.ts';
import type { LedgerSettings } from '#shared/ledger/settings.ts';
import type { Steps } from '#shared/ledger/steps.ts';
import { readLines } from '#shared/ledger/store.ts';
import { wholeReport } from '#shared/ledger/whole-report.ts';
import { type Figures, sentences } from '#shared/normalizer/account.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import type { NormalizeMeta } from '#shared/schemas/normalize-meta.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { DirectoryStore } from './directory-store.ts';
import { Pool } from './pool.ts';
import { MonthProblem, type MonthSettings } from './settings.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** What the person who watches is told. */
export interface Watcher {
  step(step: keyof Steps, tasks: number): () => void;
}

/** A row that could not be read. */
export interface RejectedRow {
  readonly file: string;
  readonly row: number;
  readonly reason: string;
}

export interface MonthResult {
  readonly report: ReconciliationReport;
  /** What the notes count. */
  readonly figures: Figures;
  /** Where every row went, as normalize tells it. */
  readonly meta: Pick<NormalizeMeta, 'rows'> & { readonly notes: readonly string[] };
  /** Fields that were taken out of rows, by name, and how often. */
  readonly stripped: readonly (readonly [name: string, count: number])[];
  readonly rejected: readonly RejectedRow[];
}

/** One thread for each core, up to what a laptop can spare. */
const THREADS_MAX = 8;

interface Source extends SourceFile {
  readonly field: DealtField;
}

export function sourcesOf({ logs, upstream, payments }: MonthSettings): Source[] {
  const of = (field: DealtField, option: string, patterns: readonly string[] | undefined): Source[] =>
    sourceFiles(option, patterns ?? []).map((file) => ({ ...file, field }));
  return [
    ...of('logs', 'logs', logs),
    ...of('upstreamCharges', 'upstream', upstream),
    ...of('payments', 'payments', payments),
  ];
}

/** The mapping that the settings name for a file. */
export function mappingFor(path: string, { mapping }: MonthSettings): Mapping | undefined {
  const rules = mapping.get(path) ?? mapping.get(resolve(path)) ?? mapping.get(basename(path));
  return rules === undefined ? undefined : readMapping(rules);
}

function readMapping(file: string): Mapping {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new MonthProblem(`--mapping: ${file} is not there, or is not JSON.`);
  }
  return mappingOf(content, basename(file));
}

function taskOf({ path, field }: Source, source: number, settings: MonthSettings): DealTask {
  const mapping = mappingFor(path, settings);
  return { source, field, name: basename(path), ...(mapping && { mapping }) };
}

async function channelRows(path: string | undefined): Promise<unknown[] | undefined> {
  if (path === undefined) return undefined;
  const stripper = new Stripper('channels');
  const [file] = sourceFiles('channels', [path]);
  const { batches } = await openFile({ name: path, bytes: createReadStream(file?.path ?? path) });
  const rows: unknown[] = [];
  for await (const batch of batches()) for (const { native } of batch.rows) rows.push(stripper.strip(native));
  return rows;
}

async function ledgerSettings(settings: MonthSettings, sources: readonly Source[]): Promise<LedgerSettings> {
  const { connector, quotaPerUnit, currency, period, upstream, payments } = settings;
  if (connector === undefined) throw new MonthProblem('--connector is missing: which gateway wrote the log.');
  const bytesOf = (packed: boolean) =>
    sources.reduce((sum, { bytes, isPacked }) => sum + (isPacked === packed ? bytes : 0), 0);
  const parts = partsFor(bytesOf(false), bytesOf(true));
  const channels = await channelRows(settings.channels);
  return {
    connector,
    ...(quotaPerUnit !== undefined && { quotaPerUnit }),
    ...(currency !== undefined && { currency }),
    ...(period !== undefined && { period }),
    supplied: { upstreamCharges: upstream !== undefined, payments: payments !== undefined },
    ...(channels && { channels }),
    ...{ parts, shards: parts },
  };
}

async function rejectedRows(store: DirectoryStore, sources: readonly Source[]): Promise<RejectedRow[]> {
  const rejected: RejectedRow[] = [];
  for (const { key } of await store.list('rejected/'))
    for await (const { source, row, reason } of readLines<RejectedLine>(store, key))
      rejected.push({ file: sources[source]?.path ?? '', row, reason });
  return rejected.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.row - b.row));
}

const metaOf = ({ deals, figures, records }: RunFacts): MonthResult['meta'] => ({
  rows: {
    received: deals.reduce((sum, { rows, rejected }) => sum + rows + rejected, 0),
    ...records,
    skipped: { ...figures.skipped },
  },
  notes: sentences(figures),
});

function strippedOf({ deals }: RunFacts): MonthResult['stripped'] {
  const counts = new Map<string, number>();
  for (const { stripped } of deals)
    for (const [name, count] of stripped) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/**
 * Reads the files of a month and reports on them.
 * @param generatedAt the caller's clock, as a date-time
 * @throws MonthProblem for what its user can mend, too many unreadable rows among it
 */
export async function runMonth(
  settings: MonthSettings,
  generatedAt: string,
  watcher: Watcher,
): Promise<MonthResult> {
  const sources = sourcesOf(settings);
  const ledger = await ledgerSettings(settings, sources);
  const scratch = mkdtempSync(join(tmpdir(), 'month-'));
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', removeScratch);
  const threads = Math.min(availableParallelism(), THREADS_MAX, Math.max(ledger.parts, sources.length));
  const pool = new Pool(threads, { scratch, paths: sources.map(({ path }) => path) });
  try {
    const tasks = sources.map((source, number) => taskOf(source, number, settings));
    const facts = await run(tasks, ledger, pool.call, watcher.step, (rejected, rows) => {
      if (rejected > settings.rejectedShareMax * rows)
        throw new MonthProblem(
          `${rejected} of ${rows} rows cannot be read, more than the share of ${settings.rejectedShareMax} that --rejected-share allows.`,
        );
    });
    const store = new DirectoryStore(scratch);
    const report = await wholeReport(facts.context, generatedAt, store);
    return {
      report,
      figures: facts.figures,
      meta: metaOf(facts),
      stripped: strippedOf(facts),
      rejected: await rejectedRows(store, sources),
    };
  } finally {
    await pool.close();
    removeScratch();
    process.off('exit', removeScratch);
  }
}
