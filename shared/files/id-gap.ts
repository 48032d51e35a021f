/** Ids that are left out between two rows, and the seconds between these. */
export interface IdGap {
  readonly ids: number;
  readonly seconds: number;
}

/** Ids that a database only skips take no time; rows that are missing took theirs, if perhaps less than others. */
const PACE_MIN = 0.2;

/** Whether as much time passed as rows with these ids would have taken; so it did where times are none. @param pace of rows beside them */
export const tookTime = (gap: IdGap, pace: IdGap): boolean =>
  !(gap.seconds * pace.ids < PACE_MIN * gap.ids * pace.seconds);
