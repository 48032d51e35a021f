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

interface Measured {
  readonly shape: Shape;
  readonly rows: number;
  readonly ms: number;
  readonly halfMs: number;
  readonly times: number;
  /** What it takes of what it may take: above 1 is too much. */
  readonly share: number;
}

/** Mean CPU time of this thread: other programs do not count, and the clock ticks in milliseconds, which a sum evens out. */
function cpuMs(work: () => unknown, runs: number): number {
  const before = process.threadCpuUsage();
  for (let run = 0; run < runs; run++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / runs;
}

const exceeds = ({ ms, halfMs, share }: Measured): boolean =>
  share > 1 || (ms > GROWTH_MS_MIN && ms > GROWTH_MAX * halfMs);

function measured(shape: Shape, runs: number): Measured {
  const { text, rows } = largest(shape);
  const half = JSON.stringify(bodyOf(shape, rows >> 1));
  const parseMs = cpuMs(() => JSON.parse(text), 4 + runs);
  const ms = cpuMs(() => answered(shape.surface, JSON.parse(text)), runs);
  const halfMs = cpuMs(() => answered(shape.surface, JSON.parse(half)), runs);
  const share = ms / Math.max(TIMES_MAX * parseMs, ROW_MS_MAX * rows);
  return { shape, rows, ms, halfMs, times: ms / parseMs, share };
}

/**
 * A body that seems slow is measured again, up to three times, until it is in bounds: other programs that share the
 * caches, and code that is not compiled yet, slow any body, and nothing makes one faster than it is.
 */
function judged(shape: Shape): Measured {
  let found = measured(shape, 1);
  for (let again = 0; again < 3 && exceeds(found); again++) found = measured(shape, 4);
  return found;
}

const line = ({ shape, rows, ms, halfMs, times, share }: Measured): string =>
  `${(100 * share).toFixed(0)} % of the bound, ${times.toFixed(0)} x JSON.parse, ${ms.toFixed(0)} ms, half ${halfMs.toFixed(0)} ms, ${rows} rows  ${JSON.stringify(shape)}`;

/** Measures one body, as a search has printed it. */
function measureAgain(shape: string): boolean {
  const found = measured(JSON.parse(shape) as Shape, 8);
  console.log(line(found));
  return !exceeds(found);
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
  console.log(
    `seed ${seed}: ${tried} bodies, ${failed} too slow, the longest ${longestMs.toFixed(0)} ms of CPU`,
  );
  return failed === 0;
}
