import { DEFAULT_QUOTA_PER_UNIT } from '../log-facts.ts';
import { checkSources, findForks, findLogUnit, lacksUnit } from './check-sources.ts';
import { buildEvidenceLister, type EvidenceLister } from './evidence-rows.ts';
import { type Books, linkSources } from './link/link-sources.ts';
import type { Source, SourceColumns } from './read/source.ts';
import { buildLedgers } from './reconcile/build-ledgers.ts';
import { type PriceSources, type ReconciledBooks, reconcileBooks } from './reconcile/reconcile-books.ts';
import { buildOverview, type RunOverview } from './run-overview.ts';
import type { RunSettings } from './run-settings.ts';

/**
 * Called when a step of a run begins, with the number of its parts: for `read` of files, otherwise 1. The returned
 * function is called whenever a part is done; in the step `read`, with the number of rows of the file.
 */
export type ProgressListener = (
  step: 'read' | 'link' | 'reconcile',
  parts: number,
) => (rows?: number) => void;

/** A completed run: how its rows were used, findings and figures, and the rows behind findings. */
export interface CompletedRun {
  readonly overview: RunOverview;
  readonly reconciled: ReconciledBooks;
  readonly listEvidence: EvidenceLister;
  readonly books: Books;
}

/**
 * Function that reads a file. It may be called again for a file: the format of a fork and the quota per unit of a log
 * are known only after all files have been read.
 */
export type ReadSource = (source: Source, settings: RunSettings) => Promise<SourceColumns>;

async function readAll(
  sources: readonly Source[],
  read: ReadSource,
  settings: RunSettings,
  watch: ProgressListener,
): Promise<SourceColumns[]> {
  const done = watch('read', sources.length);
  const all: SourceColumns[] = [];
  // Read one file after the other, so that the memory of each is contiguous.
  for (const source of sources) {
    const columns = await read(source, settings);
    all.push(columns);
    done(columns.rows);
  }
  return all;
}

/** Links and reconciles the columns of all sources, which are moved into the books and are empty afterwards. */
function reconcileColumns(
  columns: readonly SourceColumns[],
  sources: readonly Source[],
  given: RunSettings,
  watch: ProgressListener,
  prices?: PriceSources,
): CompletedRun {
  const linked = watch('link', 1);
  const admitted = checkSources(columns, sources, given);
  const { settings } = admitted;
  const counted = admitted.counted.map(({ source }) => columns[source] as SourceColumns);
  const result = linkSources(counted, settings, admitted.isBilled, admitted.counted);
  const { books } = result;
  const ledgers = buildLedgers(books, settings);
  const overview = buildOverview(result, ledgers, admitted);
  linked();
  const done = watch('reconcile', 1);
  const reconciled = reconcileBooks(books, ledgers, settings, overview, prices);
  done();
  const listEvidence = buildEvidenceLister(books, settings, ledgers.currency, sources);
  return { overview, reconciled, listEvidence, books };
}

/**
 * Reads and reconciles all files of a run. Throws a Rejection if a file cannot be read, has too many unreadable rows,
 * or was given with the wrong option.
 * @param watch called at the beginning of each step, to show progress; returns a function that is called at its end
 * @param prices published price lists, and from which provider each channel buys
 */
export async function runSources(
  sources: readonly Source[],
  read: ReadSource,
  settings: RunSettings,
  watch: ProgressListener = () => () => {},
  prices?: PriceSources,
): Promise<CompletedRun> {
  const columns = await readAll(sources, read, settings, watch);
  const forks = findForks(sources, columns);
  const isWithoutUnit = lacksUnit(sources, columns, settings);
  if (forks === undefined && !isWithoutUnit)
    return reconcileColumns(columns, sources, settings, watch, prices);
  // Free the result of the first reading before the files are read again.
  columns.length = 0;
  const ofForks = { ...settings, ...(forks && { forks }) };
  const learned = isWithoutUnit ? { ...ofForks, quotaPerUnit: DEFAULT_QUOTA_PER_UNIT } : ofForks;
  const again = await readAll(sources, read, learned, watch);
  if (!isWithoutUnit) return reconcileColumns(again, sources, learned, watch, prices);
  const unit = findLogUnit(sources, again);
  // Without a unit, the check of the files refuses the log.
  if (unit === undefined) return reconcileColumns(again, sources, ofForks, watch, prices);
  const ofLog: RunSettings = { ...ofForks, quotaPerUnit: unit, isUnitOfLog: true };
  if (unit === DEFAULT_QUOTA_PER_UNIT) return reconcileColumns(again, sources, ofLog, watch, prices);
  again.length = 0;
  return reconcileColumns(await readAll(sources, read, ofLog, watch), sources, ofLog, watch, prices);
}
