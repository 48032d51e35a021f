import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { channelRows } from '#shared/ledger/channel-rows.ts';
import type { DealtField } from '#shared/ledger/keys.ts';
import { type AnyStage, stages } from '#shared/ledger/registry.ts';
import type { LedgerSettings } from '#shared/ledger/settings.ts';
import { partsFor } from '#shared/ledger/size.ts';
import type { Source } from '#shared/ledger/source.ts';
import type { Door } from '#shared/ledger/stage.ts';
import { reportSource, write } from '#shared/ledger/stages/write.ts';
import { begin, planStage, readRun } from '#shared/ledger/steps.ts';
import { PAGE_FINDINGS_MAX } from '#shared/report-files/report-files.ts';
import type { ReportSource } from '#shared/report-files/report-source.ts';
import { toldIn } from '#shared/report-files/told-in.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { doorTo } from './door.ts';
import { mappingFor, refuseUnused } from './mappings.ts';
import { MonthProblem } from './month-problem.ts';
import { Pool } from './pool.ts';
import type { MonthSettings } from './settings/settings.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** What the person who watches learns. */
export interface Watcher {
  stage(stage: AnyStage, tasks: number): () => void;
}

export interface MonthResult {
  /** With the findings that the page has, and the first of each severity; the files list all of them. */
  readonly report: ReconciliationReport;
  readonly meta: ReportSource['meta'];
  /** First day of each cause; null where only the whole shows it. */
  readonly since: ReportSource['since'];
  /** Fields that were taken out of rows, by name, and how often. */
  readonly stripped: readonly (readonly [name: string, count: number])[];
  readonly rejected: number;
  /** Names of the files that were written. */
  readonly files: readonly string[];
}

/** One thread for each core, up to what a laptop can spare. */
const THREADS_MAX = 8;

/** Findings of each severity that a screen takes. */
const SHOWN_MAX = 100;

interface FieldFile extends SourceFile {
  readonly field: DealtField;
}

/**
 * The files of a month, by path: rows that cannot be read are listed in this order.
 * @throws MonthProblem where one is missing or may not be read, or a mapping is of none
 */
export function sourcesOf({ logs, upstream, payments, mapping }: MonthSettings): FieldFile[] {
  const of = (field: DealtField, option: string, patterns: readonly string[] | undefined): FieldFile[] =>
    sourceFiles(option, patterns ?? []).map((file) => ({ ...file, field }));
  const sources = [
    ...of('logs', 'logs', logs),
    ...of('upstreamCharges', 'upstream', upstream),
    ...of('payments', 'payments', payments),
  ].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  refuseUnused(
    { mapping },
    sources.map(({ path }) => path),
  );
  return sources;
}

async function ledgerSettings(
  settings: MonthSettings,
  sources: readonly FieldFile[],
  generatedAt: string,
): Promise<LedgerSettings> {
  const { connector, quotaPerUnit, currency, period, upstream, payments, rejectedShareMax, language } =
    settings;
  if (connector === undefined)
    throw new MonthProblem({
      en: '--connector is missing: the gateway that wrote the log, such as --connector new-api.',
      zh: '缺少 --connector：日志由哪个网关写出，例如 --connector new-api。',
    });
  const bytesOf = (packed: boolean) =>
    sources.reduce((sum, { bytes, isPacked }) => sum + (isPacked === packed ? bytes : 0), 0);
  const parts = partsFor(bytesOf(false), bytesOf(true));
  const [channelFile] = settings.channels === undefined ? [] : sourceFiles('channels', [settings.channels]);
  const channels =
    channelFile && (await channelRows({ name: channelFile.path, bytes: createReadStream(channelFile.path) }));
  return {
    connector,
    ...(quotaPerUnit !== undefined && { quotaPerUnit }),
    ...(currency !== undefined && { currency }),
    ...(period !== undefined && { period }),
    supplied: { upstreamCharges: upstream !== undefined, payments: payments !== undefined },
    ...(channels && { channels }),
    ...(language && { language }),
    ...{ parts, shards: parts, rejectedShareMax, generatedAt },
  };
}

function sourceOf({ path, field, bytes }: FieldFile, source: number, settings: MonthSettings): Source {
  const mapping = mappingFor(path, settings);
  return { source, field, name: basename(path), place: path, bytes, ...(mapping && { mapping }) };
}

/**
 * The first few findings of each severity, and those that the page has: whose money it is can be said only where all
 * findings of a cause are there, and both shall say the same.
 */
async function shown({ head, findings }: ReportSource): Promise<ReconciliationReport['findings']> {
  const first: ReconciliationReport['findings'] = [];
  const left = { critical: SHOWN_MAX, warning: SHOWN_MAX, info: SHOWN_MAX };
  const { critical, warning, info } = head.summary.findings;
  let rest = Math.min(critical, SHOWN_MAX) + Math.min(warning, SHOWN_MAX) + Math.min(info, SHOWN_MAX);
  for await (const finding of findings()) {
    const isShown = left[finding.severity]-- > 0;
    if (isShown) rest--;
    if (isShown || first.length < PAGE_FINDINGS_MAX) first.push(finding);
    if (rest === 0 && first.length >= PAGE_FINDINGS_MAX) break;
  }
  return first;
}

/** Every stage in its order: planned here, its tasks done in threads. */
async function runStages(
  door: Door,
  pool: Pool,
  out: string | undefined,
  watcher: Watcher,
): Promise<string[]> {
  let files: string[] = [];
  for (const stage of stages) {
    const tasks = await planStage(stage.id, door);
    if (stage === write) files = tasks.map(({ task }) => String(task));
    if (stage === write && out === undefined) return [];
    const done = watcher.stage(stage, tasks.length);
    await Promise.all(tasks.map((task) => pool.do({ stage: stage.id, task }).then(done)));
  }
  return files;
}

/**
 * Reads the files of a month, reports on them, and writes the report's files where the settings name a folder.
 * @param generatedAt the caller's clock, as a date-time
 * @throws MonthProblem or Rejection for mistakes of its user, too many unreadable rows among them
 */
export async function runMonth(
  settings: MonthSettings,
  generatedAt: string,
  watcher: Watcher,
): Promise<MonthResult> {
  const { out } = settings;
  const found = sourcesOf(settings);
  const ledger = await ledgerSettings(settings, found, generatedAt);
  const sources = found.map((file, number) => sourceOf(file, number, settings));
  const scratch = mkdtempSync(join(tmpdir(), 'month-'));
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', removeScratch);
  const threads = Math.min(availableParallelism(), THREADS_MAX, Math.max(ledger.parts, sources.length));
  const door = doorTo({ scratch, out });
  const pool = new Pool(threads, { scratch, out });
  try {
    await begin(ledger, sources, door.store);
    const files = await runStages(door, pool, out, watcher);
    const run = await readRun(write.id, door.store);
    const source = toldIn(await reportSource(run, door), settings.language ?? DEFAULT_LANGUAGE);
    return {
      report: { ...source.head, findings: await shown(source) },
      ...{ meta: source.meta, since: source.since },
      ...{ stripped: run.stripped, rejected: run.rejected, files },
    };
  } finally {
    await pool.close();
    removeScratch();
    process.off('exit', removeScratch);
  }
}
