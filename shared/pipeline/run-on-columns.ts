import { admit } from './admit.ts';
import { buildEvidenceFinder, type EvidenceFinder } from './evidence-rows.ts';
import { type Books, link } from './link/link.ts';
import type { Source, SourceColumns } from './read/source.ts';
import { buildLedgers } from './reconcile/build-ledgers.ts';
import {
  buildEstimator,
  concludeBooks,
  digestBooks,
  type PriceSources,
  type ReconciledBooks,
} from './reconcile/digest-books.ts';
import { buildOverview, type RunOverview } from './run-overview.ts';
import type { RunSettings } from './run-settings.ts';

/**
 * Called when a step begins, with its number of parts: the sources for `read`, otherwise 1. The returned function is
 * called when a part is done, for `read` with the number of rows.
 */
export type ProgressListener = (
  step: 'read' | 'link' | 'reconcile',
  parts: number,
) => (rows?: number) => void;

/** A completed run: how its rows were used, findings and figures, and the rows behind findings. */
export interface CompletedRun {
  readonly overview: RunOverview;
  readonly reconciled: ReconciledBooks;
  readonly findEvidence: EvidenceFinder;
  readonly books: Books;
}

/**
 * Links and reconciles the columns of all sources.
 * @param columns columns by number of the source; moved into the books, and empty afterwards
 * @param stated settings with which the sources were read, including forks
 * @param prices sources of prices other than the settings
 * @throws Rejection if too many rows cannot be read, or sources were given for the wrong field
 */
export function runOnColumns(
  columns: readonly SourceColumns[],
  sources: readonly Source[],
  stated: RunSettings,
  prices?: PriceSources,
  watch: ProgressListener = () => () => {},
): CompletedRun {
  const linking = watch('link', 1);
  const admitted = admit(columns, sources, stated);
  const { counted, settings, isBilled } = admitted;
  const kept = counted.map(({ source }) => columns[source] as SourceColumns);
  const linked = link(kept, settings, isBilled, counted);
  const { books } = linked;
  const ledgers = buildLedgers(books, settings);
  const overview = buildOverview(linked, ledgers, admitted);
  linking();
  const reconciling = watch('reconcile', 1);
  const estimator = buildEstimator(settings, ledgers.currency, prices);
  const digested = digestBooks(books, ledgers, settings, overview.context, estimator);
  const reconciled = concludeBooks(digested, overview, estimator);
  reconciling();
  const findEvidence = buildEvidenceFinder(books, settings, ledgers.currency, sources);
  return { overview, reconciled, findEvidence, books };
}
