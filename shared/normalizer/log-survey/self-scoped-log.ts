import { asNumber, asText, isAbsent, type NativeObject } from '../intake/native.ts';

/** Factor by which rows against the order of time must outnumber others: concurrent rows are not numbered by time. */
const AGAINST_MIN = 4;

/**
 * Detects, row by row, whether a log is the list that a gateway shows to a single user. Gateways hide row ids from
 * users: they send 0, or number the rows from newest to oldest. In an administrator's log, ids rise with time.
 */
export class SelfScopeDetector {
  #rows = 0;
  #userId: unknown;
  #isSingleUser = true;
  #hasZeros = true;
  /** Whether each id is one above or below the previous, and how often time moves in the same or the opposite direction. */
  #isCounted = true;
  #id = 0;
  #step = 0;
  #time = 0;
  #along = 0;
  #against = 0;

  add(row: NativeObject): void {
    if (!this.#isSingleUser) return;
    const { id, user_id: userId } = row;
    const [number, time] = [asNumber(id), asNumber(row.created_at)];
    if (this.#rows === 0) this.#userId = userId;
    else this.#compare(number - this.#id, time - this.#time);
    this.#isSingleUser = userId === this.#userId && !isAbsent(userId);
    this.#hasZeros &&= !isAbsent(id) && number === 0;
    this.#isCounted &&= number > 0;
    this.#id = number;
    this.#time = time;
    this.#rows++;
  }

  #compare(step: number, time: number): void {
    this.#isCounted &&= Math.abs(step) === 1 && (this.#rows === 1 || step === this.#step);
    this.#step = step;
    if (time * step > 0) this.#along++;
    else if (time * step < 0) this.#against++;
  }

  /**
   * Returns whether the ids so far prove a user's own list: all are 0, or they number the rows from newest to oldest.
   * `userId` is the user of all rows; absent if there are several users, or none.
   */
  get result(): { readonly userId?: string; readonly isProven: boolean } {
    if (!this.#isSingleUser || this.#rows === 0) return { isProven: false };
    // Require at least two rows, because a single id shows no pattern.
    const isProven =
      this.#rows > 1 && (this.#hasZeros || (this.#isCounted && this.#against > AGAINST_MIN * this.#along));
    return { userId: asText(this.#userId), isProven };
  }
}
