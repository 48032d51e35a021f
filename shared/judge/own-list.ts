import { isAbsent, type Native } from '../normalizer/intake/native.ts';

/** What the rows of a log say about whose list it is. */
export interface OwnList {
  /** The user of all its rows; absent where there are several, or rows name none. */
  readonly userId?: string;
  /** Whether only a user sees such a list: ids are 0, or number the rows from the newest to the oldest. */
  readonly isProven: boolean;
}

/**
 * Tells a user's own list from the administrator's, row by row. Gateways hide the ids of rows from users: they send 0,
 * or count the rows as they are listed, the newest first. An administrator's list has ids that fall with the time.
 */
export class OwnListMarks {
  #rows = 0;
  #userId: unknown;
  #isOne = true;
  #hasZeros = true;
  #isCounted = true;
  #first = 0;
  #time = Number.POSITIVE_INFINITY;
  #falls = false;

  look(native: Native): void {
    if (!this.#isOne) return;
    const { id, user_id: userId, created_at: time } = native;
    if (this.#rows === 0) {
      this.#userId = userId;
      this.#first = Number(id);
    }
    this.#isOne = userId === this.#userId && !isAbsent(userId);
    this.#hasZeros &&= !isAbsent(id) && Number(id) === 0;
    this.#isCounted &&=
      Number(id) > 0 && Number(id) === this.#first + this.#rows && !(Number(time) > this.#time);
    this.#falls ||= Number(time) < this.#time && this.#rows > 0;
    this.#time = Number(time);
    this.#rows++;
  }

  get own(): OwnList {
    if (!this.#isOne || this.#rows === 0) return { isProven: false };
    // One row proves nothing.
    const isProven = this.#rows > 1 && (this.#hasZeros || (this.#isCounted && this.#falls));
    return { userId: String(this.#userId), isProven };
  }
}
