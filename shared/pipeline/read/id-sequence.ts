import type { IdGap } from '../../files/id-gap.ts';
import { asNumber, asText, isAbsent, type Native } from '../../normalizer/intake/native.ts';

interface IdAndTime {
  readonly id: number;
  readonly seconds: number;
}

/** What tells whether rows of two files are one; `''` and `null` where a row does not say it. */
interface SampledRow extends IdAndTime {
  readonly model: string;
  readonly quota: number | null;
}

const SAMPLE_MAX = 256;

/** As many as a page has. Less is left out where a transaction fails. */
const GAP_MIN = 10;
/** More are left out by a list that is cut. */
const HOLE_MAX = 1000;
/** What a page of a gateway's log can be filtered by: channel, model, key, customer. */
const FILTERS = ['channel', 'channel_id', 'model_name', 'token_id', 'user_id'];
/** More stretches than this, and the numbers say nothing. */
const STRETCHES_MAX = 1000;

/** Earlier than any gateway: a time of another form. */
const SECONDS_MIN = 1e9;
const MILLISECONDS_FROM = 1e11;
const toSeconds = (time: number): number => (time > MILLISECONDS_FROM ? time / 1000 : time);

/** Rows whose numbers follow one another, but for a few. */
interface IdRun {
  least: IdAndTime;
  greatest: IdAndTime;
}

/** What no stretch holds: a page that is read again, or in another order, leaves nothing out. */
function findGaps(stretches: readonly IdRun[]): IdGap[] {
  const gaps: IdGap[] = [];
  let last: IdAndTime | undefined;
  for (const { least, greatest } of stretches.toSorted((a, b) => a.least.id - b.least.id)) {
    if (last !== undefined && least.id - last.id > GAP_MIN)
      gaps.push({ ids: least.id - last.id - 1, seconds: Math.abs(least.seconds - last.seconds) });
    if (last === undefined || greatest.id > last.id) last = greatest;
  }
  return gaps;
}

/** Looks at the numbers of log rows as they come by: a gateway numbers all rows of its list one after another. */
export class IdSequenceTracker {
  #rows = 0;
  #steps = 0;
  #holes = 0;
  #first: Native = {};
  #shared = FILTERS;
  #seconds = 0;
  #least: IdAndTime | undefined;
  #greatest: IdAndTime | undefined;
  #last: IdAndTime | undefined;
  #stretch: IdRun | undefined;
  readonly #stretches: IdRun[] = [];
  #sample: SampledRow[] = [];
  #sampled = 1;
  readonly #types = new Set<string>();

  add(native: Native): void {
    const { id: number, created_at: time, type } = native;
    const row = { id: asNumber(number), seconds: toSeconds(asNumber(time)) };
    if (!(Number.isSafeInteger(row.id) && row.id > 0 && row.seconds > SECONDS_MIN)) return;
    if (this.#rows === 0) this.#first = native;
    const isShared = (key: string) => !isAbsent(native[key]) && native[key] === this.#first[key];
    if (!this.#shared.every(isShared)) this.#shared = this.#shared.filter(isShared);
    this.#rows++;
    if (this.#types.size < 2) this.#types.add(asText(type));
    if (this.#least === undefined || row.id < this.#least.id) this.#least = row;
    if (this.#greatest === undefined || row.id > this.#greatest.id) this.#greatest = row;
    if (row.id % this.#sampled === 0) this.#pick(row, native);
    if (this.#last !== undefined)
      this.#step(Math.abs(row.id - this.#last.id), Math.abs(row.seconds - this.#last.seconds));
    this.#last = row;
    this.#lengthen(row);
  }

  #pick(row: IdAndTime, { model_name: model, quota }: Native): void {
    this.#sample.push({
      ...row,
      model: isAbsent(model) ? '' : asText(model),
      quota: isAbsent(quota) ? null : asNumber(quota),
    });
    if (this.#sample.length <= SAMPLE_MAX) return;
    this.#sampled *= 2;
    this.#sample = this.#sample.filter(({ id }) => id % this.#sampled === 0);
  }

  #step(ids: number, seconds: number): void {
    if (ids > 1 && ids <= HOLE_MAX) this.#holes++;
    if (ids > GAP_MIN) this.#stretch = undefined;
    if (ids !== 1) return;
    this.#steps++;
    this.#seconds += seconds;
  }

  #lengthen(row: IdAndTime): void {
    if (this.#stretch === undefined) {
      this.#stretch = { least: row, greatest: row };
      if (this.#stretches.length <= STRETCHES_MAX) this.#stretches.push(this.#stretch);
    } else if (row.id < this.#stretch.least.id) this.#stretch.least = row;
    else if (row.id > this.#stretch.greatest.id) this.#stretch.greatest = row;
  }

  get sequence() {
    return {
      rows: this.#rows,
      /** The rows with the least and the greatest number. */
      least: this.#least,
      greatest: this.#greatest,
      /** Rows whose number follows the one before, and the seconds that these steps take in all. */
      steps: this.#steps,
      seconds: this.#seconds,
      gaps: this.#stretches.length > STRETCHES_MAX ? [] : findGaps(this.#stretches),
      /** Steps that leave out few ids: rows of a filtered list have many of them. */
      holes: this.#holes,
      /** The type of all rows; absent where there are several. */
      type: this.#types.size === 1 ? [...this.#types][0] : undefined,
      /** What gateways filter their list by, and all rows share. */
      shared: this.#shared,
      /** Some rows, chosen by their numbers alone: those that a power of two divides. */
      sample: this.#sample,
    };
  }
}

/** What the gateway's own numbers show of the rows of a log. Plain JSON. */
export type IdSequence = Readonly<IdSequenceTracker['sequence']>;
