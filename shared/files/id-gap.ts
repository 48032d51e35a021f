/** Missing ids between two rows, and the seconds between the rows. */
export interface IdGap {
  readonly ids: number;
  readonly seconds: number;
}

/** Least time of missing rows, relative to that of present rows. Ids that a database skips take no time. */
const PACE_MIN = 0.2;

/**
 * Returns whether a gap in row ids is caused by missing rows. Returns `false` if the database skipped the ids: the gap
 * takes less than a fifth of the time that as many rows nearby took. Returns `true` if times are unknown (NaN).
 * @param gap number of missing ids, and seconds between the rows before and after them
 * @param pace number of ids and of seconds between rows nearby
 */
export const hasMissingRows = (gap: IdGap, pace: IdGap): boolean =>
  !(gap.seconds * pace.ids < PACE_MIN * gap.ids * pace.seconds);
