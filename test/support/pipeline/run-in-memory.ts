import type { Mapping } from '#shared/files/mapping/mapping.ts';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import type { FileSettings, Source, SourceColumns, SourceField } from '#shared/pipeline/read/source.ts';
import { buildReportSource } from '#shared/pipeline/report-source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { type ReadSource, runSources } from '#shared/pipeline/run-sources.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

/** A file in memory and the ledger that it belongs to. */
export interface TextFile extends FileSettings {
  readonly field: SourceField;
  readonly bytes: Uint8Array;
  /** Defaults to `file 0` and so on. */
  readonly name?: string;
  readonly mapping?: Mapping;
}

/** Settings for new-api that accept any share of rejected rows. */
export const SETTINGS: RunSettings = {
  connector: 'new-api',
  quotaPerUnit: 500_000,
  rejectedShareMax: 1,
  supplied: { upstreamCharges: true, payments: true },
};

const utf8 = new TextEncoder();

/** Makes a file: bytes and texts unchanged, other content as JSON. */
export const makeTextFile = (
  field: SourceField,
  content: unknown,
  more: Partial<TextFile> = {},
): TextFile => ({
  field,
  bytes:
    content instanceof Uint8Array
      ? content
      : utf8.encode(typeof content === 'string' ? content : JSON.stringify(content)),
  ...more,
});

const sourcesOf = (files: readonly TextFile[]): Source[] =>
  files.map(({ field, name = '', mapping, bytes: _, ...settings }, source) => {
    const location = name || `file ${source}`;
    return { source, field, name: location, location, ...(mapping && { mapping }), ...settings };
  });

async function* bytesOf(file: TextFile | undefined) {
  yield file?.bytes ?? new Uint8Array();
}
const readIn =
  (files: readonly TextFile[]): ReadSource =>
  (source, settings) =>
    readSource(source, bytesOf(files[source.source]), settings);

/** Reads files in memory. */
export async function readFiles(files: readonly TextFile[], settings: RunSettings) {
  const sources = sourcesOf(files);
  const columns: SourceColumns[] = [];
  for (const source of sources) columns.push(await readIn(files)(source, settings));
  return { sources, columns };
}

/** Runs files in memory. @returns the run, and the source from which report files are written */
export async function runToReportSource(
  files: readonly TextFile[],
  settings: Partial<Pick<RunSettings, 'rejectedShareMax'>> & Omit<RunSettings, 'rejectedShareMax'>,
) {
  const sources = sourcesOf(files);
  const ran = await runSources(sources, readIn(files), { rejectedShareMax: 0.01, ...settings });
  const source = buildReportSource(ran, {
    sources,
    generatedAt: '2026-11-22T00:00:00.000Z',
    page: () => '',
    language: undefined,
  });
  return { ran, source };
}

/** Runs files in memory. @returns results as plain data that tests can compare */
export async function runInMemory(...args: Parameters<typeof runToReportSource>) {
  const { ran, source } = await runToReportSource(...args);
  // Leave out the functions: they cannot be compared.
  const { channelName: _, findBills: _find, ...overview } = ran.overview;
  const report: ReconciliationReport = { ...source.head, findings: [...source.findings()] };
  return {
    evidence: [...source.evidence()],
    books: ran.books,
    overview,
    report,
    notices: ran.overview.notices,
    meta: source.meta,
    byId: [...source.byId()],
    traits: source.traits,
  };
}

/** Default settings, those of new-api, overridden by `settings`. */
function settingsOf(files: readonly TextFile[], settings: Partial<RunSettings>) {
  const has = (ledger: SourceField) => files.some(({ field }) => field === ledger);
  const supplied = { upstreamCharges: has('upstreamCharges'), payments: has('payments') };
  return { connector: 'new-api', quotaPerUnit: 500_000, supplied, ...settings };
}

/** Runs files in memory with the settings of new-api, unless overridden. */
export const runFiles = (files: readonly TextFile[], settings: Partial<RunSettings> = {}) =>
  runInMemory(files, settingsOf(files, settings));

/** Like `runFiles`, but returns the source from which report files are written. */
export const runFilesToReportSource = (files: readonly TextFile[], settings: Partial<RunSettings> = {}) =>
  runToReportSource(files, settingsOf(files, settings));
