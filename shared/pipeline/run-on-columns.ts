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
 * Is called as each step begins, with the number of its parts: the sources of `read`, else 1. What it returns is called
 * as each part is done, of `read` with the rows of the source.
 */
export type ProgressListener = (
  step: 'read' | 'link' | 'reconcile',
  parts: number,
) => (rows?: number) => void;

/** A run: where its rows went, what they show, and those that its findings rest on. */
export interface CompletedRun {
  readonly overview: RunOverview;
  readonly reconciled: ReconciledBooks;
  readonly findEvidence: EvidenceFinder;
  readonly books: Books;
}

/**
 * Links and reconciles what was read of all sources.
 * @param columns by the numbers of the sources; they are moved into the books, and empty then
 * @param stated settings that the sources were read with, the forks among them known
 * @param prices what stated prices rest on beside the settings
 * @throws Rejection where too many rows cannot be read, or sources are not what they were given for
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
