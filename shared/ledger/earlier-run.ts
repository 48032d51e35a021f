import type { SeverityCounts } from '../engine/report/causes.ts';
import type { Summary } from '../schemas/report.ts';

/** A run whose report stood in the same place before. What it found is kept with its own objects, until they expire. */
export interface EarlierRun {
  /** Where its objects are, in the words of whoever opens them, and the stamp that they bear. */
  readonly place: string;
  readonly stamp: string;
  readonly generatedAt: string;
  readonly period: Summary['period'];
  readonly findings: SeverityCounts;
  /** Into how many shards its books were cut, and how many lists of findings it has left. */
  readonly shards: number;
  readonly lists: number;
}
