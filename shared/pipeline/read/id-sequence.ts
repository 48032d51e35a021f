import type { IdGap } from '../../files/id-gap.ts';
import { asNumber, asText, isAbsent, type NativeObject } from '../../normalizer/intake/native.ts';

interface IdAndTime {
  readonly id: number;
  readonly seconds: number;
}

/** Fields by which the same row is found in two files; `''` and `null` if the row lacks them. */
interface SampledRow extends IdAndTime {
  readonly model: string;
  readonly quota: number | null;
}

const SAMPLE_MAX = 256;

/** Fewest consecutive missing ids of a gap. Failed transactions leave smaller gaps. */
const GAP_MIN = 10;
/** Largest gap between rows of a filtered list. A larger gap shows that a part of the list is missing. */
const HOLE_MAX = 1000;
/** Columns by which a gateway's log can be filtered. */
const FILTERS = ['channel', 'channel_id', 'model_name', 'token_id', 'user_id'];
/** Most runs of ids. With more of them, gaps between the runs prove nothing. */
const RUNS_MAX = 1000;

/** Earliest time in seconds since 1970. A smaller number is in another unit. */
const SECONDS_MIN = 1e9;
const MILLISECONDS_FROM = 1e11;
const toSeconds = (time: number): number => (time > MILLISECONDS_FROM ? time / 1000 : time);

/** Rows with consecutive ids, except for small gaps. */
interface IdRun {
  least: IdAndTime;
  greatest: IdAndTime;
}

/** Finds the ids that no run contains. Pages that are repeated or in another order leave no gap. */
function findGaps(runs: readonly IdRun[]): IdGap[] {
  const gaps: IdGap[] = [];
  let last: IdAndTime | undefined;
  for (const { least, greatest } of runs.toSorted((a, b) => a.least.id - b.least.id)) {
    if (last !== undefined && least.id - last.id > GAP_MIN)
      gaps.push({ ids: least.id - last.id - 1, seconds: Math.abs(least.seconds - last.seconds) });
    if (last === undefined || greatest.id > last.id) last = greatest;
  }
  return gaps;
}

/** Collects evidence for missing rows from the ids of log rows: a gateway numbers all rows of its log consecutively. */
export class IdSequenceTracker {
  #rows = 0;
  #steps = 0;
  #holes = 0;
  #first: NativeObject = {};
  #shared = FILTERS;
  #seconds = 0;
  #least: IdAndTime | undefined;
  #greatest: IdAndTime | undefined;
  #last: IdAndTime | undefined;
  #run: IdRun | undefined;
  readonly #runs: IdRun[] = [];
  #sample: SampledRow[] = [];
  #sampleStep = 1;
  /** The first two types of rows. */
  readonly #types = new Set<string>();

  add(native: NativeObject): void {
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
    if (row.id % this.#sampleStep === 0) this.#addToSample(row, native);
    if (this.#last !== undefined)
      this.#addStep(Math.abs(row.id - this.#last.id), Math.abs(row.seconds - this.#last.seconds));
    this.#last = row;
    this.#extendRun(row);
  }

  #addToSample(row: IdAndTime, { model_name: model, quota }: NativeObject): void {
    this.#sample.push({
      ...row,
      model: isAbsent(model) ? '' : asText(model),
      quota: isAbsent(quota) ? null : asNumber(quota),
    });
    if (this.#sample.length <= SAMPLE_MAX) return;
    this.#sampleStep *= 2;
    this.#sample = this.#sample.filter(({ id }) => id % this.#sampleStep === 0);
  }

  #addStep(ids: number, seconds: number): void {
    if (ids > 1 && ids <= HOLE_MAX) this.#holes++;
    if (ids > GAP_MIN) this.#run = undefined;
    if (ids !== 1) return;
    this.#steps++;
    this.#seconds += seconds;
  }

  #extendRun(row: IdAndTime): void {
    if (this.#run === undefined) {
      this.#run = { least: row, greatest: row };
      if (this.#runs.length <= RUNS_MAX) this.#runs.push(this.#run);
    } else if (row.id < this.#run.least.id) this.#run.least = row;
    else if (row.id > this.#run.greatest.id) this.#run.greatest = row;
  }

  /** Returns the evidence for all rows so far: smallest and largest id, gaps between ids, and a sample of rows. */
  get sequence() {
    return {
      rows: this.#rows,
      /** Rows with the smallest and the largest id. */
      least: this.#least,
      greatest: this.#greatest,
      /** Number of steps to the next id, and their time in seconds. */
      steps: this.#steps,
      seconds: this.#seconds,
      gaps: this.#runs.length > RUNS_MAX ? [] : findGaps(this.#runs),
      /** Number of small gaps, of which filtered lists have many. */
      holes: this.#holes,
      /** Type of all rows; absent if there are several. */
      type: this.#types.size === 1 ? [...this.#types][0] : undefined,
      /** Columns for filters that have the same value in all rows. */
      shared: this.#shared,
      /** Sample of rows whose ids are divisible by a power of two. */
      sample: this.#sample,
    };
  }
}

/** Evidence in the ids of a log for missing rows. */
export type IdSequence = Readonly<IdSequenceTracker['sequence']>;
