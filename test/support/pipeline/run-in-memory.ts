import type { Mapping } from '#shared/files/mapping/mapping.ts';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import type { FileSettings, Source, SourceColumns, SourceField } from '#shared/pipeline/read/source.ts';
import { buildReportSource } from '#shared/pipeline/report-source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { type ReadSource, runSources } from '#shared/pipeline/run-sources.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

/** A file of a run, and the ledger that it belongs to. */
export interface TextFile extends FileSettings {
  readonly field: SourceField;
  readonly bytes: Uint8Array;
  /** `file 0` and so on where it has none. */
  readonly name?: string;
  readonly mapping?: Mapping;
}

/** Settings of new-api's books that stop at no row. */
export const SETTINGS: RunSettings = {
  connector: 'new-api',
  quotaPerUnit: 500_000,
  rejectedShareMax: 1,
  supplied: { upstreamCharges: true, payments: true },
};

const utf8 = new TextEncoder();

/** A file of a run: bytes or a text as they are, anything else as JSON. */
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
  files.map(({ field, name = '', mapping, bytes: _, ...stated }, source) => {
    const location = name || `file ${source}`;
    return { source, field, name: location, location, ...(mapping && { mapping }), ...stated };
  });

async function* bytesOf(file: TextFile | undefined) {
  yield file?.bytes ?? new Uint8Array();
}
const readIn =
  (files: readonly TextFile[]): ReadSource =>
  (source, settings) =>
    readSource(source, bytesOf(files[source.source]), settings);

/** What is read of files in memory. */
export async function readFiles(files: readonly TextFile[], settings: RunSettings) {
  const sources = sourcesOf(files);
  const columns: SourceColumns[] = [];
  for (const source of sources) columns.push(await readIn(files)(source, settings));
  return { sources, columns };
}

/** A run on files in memory, and its report as files are written from it. */
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

/** What a run on files in memory comes to, all of it plain. */
export async function runInMemory(...given: Parameters<typeof runToReportSource>) {
  const { ran, source } = await runToReportSource(...given);
  // What is told by a function is no part of what is compared.
  const { channelName: _, ...whole } = ran.overview;
  const report: ReconciliationReport = { ...source.head, findings: [...source.findings()] };
  return {
    evidence: [...source.evidence()],
    books: ran.books,
    whole,
    report,
    said: ran.overview.notices,
    meta: source.meta,
    byId: [...source.byId()],
    traits: source.traits,
  };
}

/** Settings of new-api's books, but for those that are said. */
function settingsOf(files: readonly TextFile[], settings: Partial<RunSettings>) {
  const has = (ledger: SourceField) => files.some(({ field }) => field === ledger);
  const supplied = { upstreamCharges: has('upstreamCharges'), payments: has('payments') };
  return { connector: 'new-api', quotaPerUnit: 500_000, supplied, ...settings };
}

/** A run of new-api's books, or of those that the settings say. */
export const runFiles = (files: readonly TextFile[], settings: Partial<RunSettings> = {}) =>
  runInMemory(files, settingsOf(files, settings));

/** The same, as files of its report are written from it. */
export const runFilesToReportSource = (files: readonly TextFile[], settings: Partial<RunSettings> = {}) =>
  runToReportSource(files, settingsOf(files, settings));
