import type { Mapping } from '#shared/files/mapping/mapping.ts';
import type { Source, SourceField } from '#shared/run/read/read.ts';
import { reportSource } from '#shared/run/report.ts';
import { type ReadSource, readHere, run } from '#shared/run/run.ts';
import type { RunSettings } from '#shared/run/settings.ts';
import type { Finding, ReconciliationReport } from '#shared/schemas/report.ts';

/** A file of a run, and the ledger that it belongs to. */
export interface TextFile {
  readonly field: SourceField;
  readonly bytes: Uint8Array;
  /** `file 0` and so on where it has none. */
  readonly name?: string;
  readonly mapping?: Mapping;
  readonly channel?: string;
}

/** A whole run on files in memory. @param around stands between the reader and the run */
export async function runHere(
  files: readonly TextFile[],
  settings: Partial<Pick<RunSettings, 'rejectedShareMax'>> & Omit<RunSettings, 'rejectedShareMax'>,
  around: (read: ReadSource) => ReadSource = (read) => read,
) {
  const sources = files.map(({ field, name = '', mapping, channel }, source): Source => {
    const place = name || `file ${source}`;
    return { source, field, name: place, place, ...(mapping && { mapping }), ...(channel && { channel }) };
  });
  async function* open({ source }: Source) {
    yield files[source]?.bytes ?? new Uint8Array();
  }
  const { books, said, reconciled } = await run(
    sources,
    around(readHere(open)),
    { rejectedShareMax: 0.01, ...settings },
    () => () => {},
  );
  const source = reportSource(books, reconciled, {
    sources,
    generatedAt: '2026-11-22T00:00:00.000Z',
    said,
    page: () => '',
    language: undefined,
  });
  const findings: Finding[] = [];
  for await (const finding of source.findings()) findings.push(finding);
  const report: ReconciliationReport = { ...source.head, findings };
  return { books, report, said, meta: source.meta, byId: [...source.byId()] };
}
