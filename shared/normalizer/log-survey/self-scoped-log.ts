import { asNumber, asText, isAbsent, type Native } from '../intake/native.ts';

/** What the rows of a log say about whose list it is. */
export interface SelfScope {
  /** The user of all its rows; absent where there are several, or rows name none. */
  readonly userId?: string;
  /** Whether only a user sees such a list: ids are 0, or number the rows from the newest to the oldest. */
  readonly isProven: boolean;
}

/** Rows are stamped before they are numbered: a few of them by seconds the other way round. */
const AGAINST_MIN = 4;

/**
 * Tells a user's own list from the administrator's, row by row. Gateways hide the ids of rows from users: they send 0,
 * or count the rows from the newest to the oldest. An administrator's list has ids that rise with the time.
 */
export class SelfScopeDetector {
  #rows = 0;
  #userId: unknown;
  #isOne = true;
  #hasZeros = true;
  /** Whether each row's id is the next one, up or down, and how often its time goes along with it, or against it. */
  #isCounted = true;
  #id = 0;
  #step = 0;
  #time = 0;
  #along = 0;
  #against = 0;

  add(native: Native): void {
    if (!this.#isOne) return;
    const { id, user_id: userId } = native;
    const [number, time] = [asNumber(id), asNumber(native.created_at)];
    if (this.#rows === 0) this.#userId = userId;
    else this.#compare(number - this.#id, time - this.#time);
    this.#isOne = userId === this.#userId && !isAbsent(userId);
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

  get result(): SelfScope {
    if (!this.#isOne || this.#rows === 0) return { isProven: false };
    // One row proves nothing.
    const isProven =
      this.#rows > 1 && (this.#hasZeros || (this.#isCounted && this.#against > AGAINST_MIN * this.#along));
    return { userId: asText(this.#userId), isProven };
  }
}
