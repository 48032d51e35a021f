import { admit } from './admit.ts';
import { type ShownRows, shownRows } from './evidence-rows.ts';
import { type Books, link } from './link/link.ts';
import type { Columns, Source } from './read/source.ts';
import { ledgersOf } from './reconcile/ledgers.ts';
import {
  concluded,
  estimatorOf,
  type PricesAround,
  type Reconciled,
  reconcile,
} from './reconcile/reconcile.ts';
import type { RunSettings } from './settings.ts';
import { type Whole, wholeOf } from './whole.ts';

/**
 * Is called as each step begins, with the number of its parts: the sources of `read`, else 1. What it returns is called
 * as each part is done, of `read` with the rows of the source.
 */
export type Watch = (step: 'read' | 'link' | 'reconcile', parts: number) => (rows?: number) => void;

/** A run: where its rows went, what they show, and those that its findings rest on. */
export interface Run {
  readonly whole: Whole;
  readonly reconciled: Reconciled;
  readonly shown: ShownRows;
  readonly books: Books;
}

/**
 * Links and reconciles what was read of all sources.
 * @param columns by the numbers of the sources; they are moved into the books, and empty then
 * @param stated settings that the sources were read with, the forks among them known
 * @param prices what stated prices rest on beside the settings
 * @throws Rejection where too many rows cannot be read, or sources are not what they were given for
 */
export function runOn(
  columns: readonly Columns[],
  sources: readonly Source[],
  stated: RunSettings,
  prices?: PricesAround,
  watch: Watch = () => () => {},
): Run {
  const linking = watch('link', 1);
  const admitted = admit(columns, sources, stated);
  const { counted, settings, isBilled } = admitted;
  const kept = counted.map(({ source }) => columns[source] as Columns);
  const linked = link(kept, settings, isBilled, counted);
  const { books } = linked;
  const ledgers = ledgersOf(books, settings);
  const whole = wholeOf(linked, ledgers, admitted);
  linking();
  const reconciling = watch('reconcile', 1);
  const estimator = estimatorOf(settings, ledgers.currency, prices);
  const digested = reconcile(books, ledgers, settings, whole.context, estimator);
  const reconciled = concluded(digested, whole, estimator);
  reconciling();
  const shown = shownRows(books, settings, ledgers.currency, sources);
  return { whole, reconciled, shown, books };
}
