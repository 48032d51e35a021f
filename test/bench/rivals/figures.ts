/**
 * What each rival of the service computes: totals, presence, duplicates and margins (of requests and of models whose
 * cost exceeds their revenue), by the plain rules that somebody writes in an hour. The service says much more; this is
 * what it is compared at.
 */
export const FIGURES = [
  'revenue',
  'cost',
  'paid',
  'unmatchedDownstream',
  'unmatchedUpstream',
  'duplicateDownstream',
  'duplicateUpstream',
  'losingRequests',
  'losingModels',
] as const;
export type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** Sums of decimals that travelled as doubles differ in their last digits; a cent is no such difference. */
const TOLERANCE = 0.001;

/** Whether two rivals found the same. */
export const agree = (one: Figures, other: Figures): boolean =>
  FIGURES.every((name) => Math.abs(one[name] - other[name]) < TOLERANCE);
