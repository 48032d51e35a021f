/** Missing ids between two rows, and the seconds between the rows. */
export interface IdGap {
  readonly ids: number;
  readonly seconds: number;
}

/** Least time of missing rows, relative to that of present rows. Ids that a database skips take no time. */
const PACE_MIN = 0.2;

/**
 * Returns whether a gap in row ids is caused by missing rows: `false` if it takes less than a fifth of the time that as
 * many rows nearby (`pace`) took, because the database skipped the ids; `true` if times are unknown (NaN).
 */
export const hasMissingRows = (gap: IdGap, pace: IdGap): boolean =>
  !(gap.seconds * pace.ids < PACE_MIN * gap.ids * pace.seconds);
