import type { Decimal } from '../../money.ts';
import { isIncluded, isPending, type UsageRow } from '../rows/row.ts';

/** The rows that a test keeps; most keep all, and then the list itself will do. */
export const kept = (rows: UsageRow[], keeps: (row: UsageRow) => boolean): UsageRow[] =>
  rows.every(keeps) ? rows : rows.filter(keeps);

export const isSuccess = (row: UsageRow): boolean => row.status === 'success';
export const grossOf = (row: UsageRow): Decimal => row.gross;
export const netOf = (row: UsageRow): Decimal => row.net;

const isSettled = (row: UsageRow): boolean => !isPending(row);
const isForeign = (row: UsageRow): boolean => !row.superseded && row.standing === 'currencyExcluded';

/** A request's rows of one usage ledger. */
export class Side {
  /** All of them, foreign and superseded ones too: an id is known in a ledger that has any. */
  readonly rows: UsageRow[];
  /** Included rows that nothing supersedes, pending ones too. */
  readonly included: UsageRow[];
  /** Those of them that are settled, copies too. */
  readonly settled: UsageRow[];
  /** Rows that nothing supersedes are pending, or in another currency. */
  readonly pending: boolean;
  readonly foreign: boolean;

  constructor(rows: UsageRow[]) {
    this.rows = rows;
    this.included = kept(rows, isIncluded);
    this.settled = kept(this.included, isSettled);
    this.pending = this.settled.length < this.included.length;
    this.foreign = rows.some(isForeign);
  }
}
