import { answered } from '../support/bounds/answered.ts';
import { bodyOf, Draws, largest, type Shape } from '../support/bounds/shapes.ts';

/** No body takes more than this many times what `JSON.parse` takes, or so many milliseconds a row, whichever is more. */
const TIMES_MAX = 60;
const ROW_MS_MAX = 0.1;
/** Nor twice the rows more than this many times as long, where the time can be told from the clock's own noise. */
const GROWTH_MAX = 3;
const GROWTH_MS_MIN = 200;
/** Shapes that are changed: the slowest so far. */
const KEPT_MAX = 24;

const NEVER = Number.POSITIVE_INFINITY;

interface Measured {
  readonly shape: Shape;
  /** Of all lists. */
  readonly rows: number;
  readonly ms: number;
  readonly halfMs: number;
  readonly times: number;
  /** What it takes of what it may take: above 1 is too much. */
  readonly share: number;
}

/** Milliseconds of one run. What shares the machine adds to them, and nothing takes any away: the least of some tells most. */
function msOf(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

/** One body, whole and with half of its rows, and the least that both were seen to take. */
function trialOf(shape: Shape) {
  const { text, rows } = largest(shape);
  const half = JSON.stringify(bodyOf(shape, rows >> 1));
  const rowsInAll = Object.keys(shape.lists).length * rows;
  let [parseMs, ms, halfMs] = [NEVER, NEVER, NEVER];
  const parse = (): number => msOf(() => JSON.parse(text));
  const answer = (body: string): number => msOf(() => answered(shape.surface, JSON.parse(body)));
  return {
    /** Each run parses around each answer, so that both see the machine alike. */
    run(times: number): void {
      for (let run = 0; run < times; run++) {
        parseMs = Math.min(parseMs, parse(), parse());
        ms = Math.min(ms, answer(text));
        halfMs = Math.min(halfMs, answer(half));
        parseMs = Math.min(parseMs, parse());
      }
    },
    found: (): Measured => ({
      shape,
      rows: rowsInAll,
      ms,
      halfMs,
      times: ms / parseMs,
      share: ms / Math.max(TIMES_MAX * parseMs, ROW_MS_MAX * rowsInAll),
    }),
  };
}

const exceeds = ({ ms, halfMs, share }: Measured): boolean =>
  share > 1 || (ms > GROWTH_MS_MIN && ms > GROWTH_MAX * halfMs);

/** A body that seems slow is run again, up to a dozen times: code that is not compiled yet slows any body. */
function judged(shape: Shape): Measured {
  const trial = trialOf(shape);
  trial.run(2);
  for (let again = 0; again < 5 && exceeds(trial.found()); again++) trial.run(2);
  return trial.found();
}

const line = ({ shape, rows, ms, halfMs, times, share }: Measured): string =>
  `${(100 * share).toFixed(0)} % of the bound, ${times.toFixed(0)} x JSON.parse, ${ms.toFixed(0)} ms, half ${halfMs.toFixed(0)} ms, ${rows} rows  ${JSON.stringify(shape)}`;

/** Measures one body, as a search has printed it. */
function measureAgain(shape: string): boolean {
  const trial = trialOf(JSON.parse(shape) as Shape);
  trial.run(12);
  console.log(line(trial.found()));
  return !exceeds(trial.found());
}

/**
 * Looks for bodies within the limits that take too long: what takes longest is changed a little, and tried again.
 * @param shape one body to measure instead
 */
export function staysInBounds(seed: number, minutes: number, shape?: string): boolean {
  if (shape !== undefined) return measureAgain(shape);
  const draws = new Draws(seed);
  const end = performance.now() + minutes * 60_000;
  let [slowest, tried, failed, longestMs]: [Measured[], number, number, number] = [[], 0, 0, 0];
  while (performance.now() < end) {
    const parent = slowest.length > 0 && draws.next() < 0.6 ? draws.one(slowest) : undefined;
    const found = judged(parent ? draws.changed(parent.shape) : draws.shape());
    tried++;
    longestMs = Math.max(longestMs, found.ms);
    if (exceeds(found)) {
      failed++;
      console.log(`TOO SLOW ${line(found)}`);
    } else slowest = [...slowest, found].sort((a, b) => b.share - a.share).slice(0, KEPT_MAX);
  }
  for (const one of slowest.slice(0, 12)) console.log(line(one));
  console.log(`seed ${seed}: ${tried} bodies, ${failed} too slow, the longest ${longestMs.toFixed(0)} ms`);
  return failed === 0;
}
