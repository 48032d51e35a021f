/** Missing ids between two rows, and the seconds between the rows. */
export interface IdGap {
  readonly ids: number;
  readonly seconds: number;
}

/** Least time of missing rows, relative to that of present rows. Ids that a database skips take no time. */
const PACE_MIN = 0.2;

/**
 * Whether a gap in ids took as much time as missing rows would have; `true` if times are unknown (NaN).
 * @param pace ids and seconds of the rows nearby
 */
export const hasMissingRows = (gap: IdGap, pace: IdGap): boolean =>
  !(gap.seconds * pace.ids < PACE_MIN * gap.ids * pace.seconds);
