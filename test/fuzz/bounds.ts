import { RECORDS_MAX } from '#shared/limits.ts';
import { sendBody } from '../support/bounds/send-body.ts';
import { buildBody, buildLargestBody, type Shape, ShapeGenerator } from '../support/bounds/shapes.ts';

/** The most CPU time that a body takes: in multiples of `JSON.parse`, by rows that the contract accepts, and at all; the longest counts. */
const TIMES_MAX = 60;
const ROW_MS_MAX = 0.1;
/** Twice the rows take at most so many times as long. */
const GROWTH_MAX = 3;
/** A shorter time is never too long: JSON within one text of a body takes it to be parsed. */
const SHORT_MS = 200;
/** Shapes that are changed: the slowest so far of each kind of answer. */
const KEPT_MAX = 12;

const NEVER = Number.POSITIVE_INFINITY;

interface Measured {
  readonly shape: Shape;
  /** Of all lists. */
  readonly rows: number;
  readonly status: number;
  readonly ms: number;
  readonly halfMs: number;
  readonly times: number;
  /** What it takes of what it may take: above 1 is too much. */
  readonly share: number;
}

/** CPU milliseconds of the process in one run: other processes add nothing, other threads of this one do. */
async function msOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** One body, whole and with half of its rows, and the least CPU time that both were seen to take. */
function trialOf(shape: Shape) {
  const { text, rows } = buildLargestBody(shape);
  const half = JSON.stringify(buildBody(shape, rows >> 1));
  const lists = Object.keys(shape.lists).length;
  const mayTakeMs = Math.max(SHORT_MS, ROW_MS_MAX * lists * Math.min(rows, RECORDS_MAX));
  let [parseMs, ms, halfMs, status] = [NEVER, NEVER, NEVER, 0];
  const parse = () => msOf(() => JSON.parse(text));
  const answer = (body: string) =>
    msOf(async () => {
      status = Math.max(status, await sendBody(shape.surface, body));
    });
  return {
    /** Each run parses around each answer, so that both see the process alike. */
    async run(times: number): Promise<void> {
      for (let run = 0; run < times; run++) {
        parseMs = Math.min(parseMs, await parse(), await parse());
        ms = Math.min(ms, await answer(text));
        halfMs = Math.min(halfMs, await answer(half));
        parseMs = Math.min(parseMs, await parse());
      }
    },
    found: (): Measured => ({
      shape,
      rows: lists * rows,
      status,
      ms,
      halfMs,
      times: ms / parseMs,
      share: ms / Math.max(mayTakeMs, TIMES_MAX * parseMs),
    }),
  };
}

const exceeds = ({ ms, halfMs, share }: Measured): boolean =>
  share > 1 || (ms > SHORT_MS && ms > GROWTH_MAX * halfMs);
const isBug = ({ status }: Measured): boolean => status >= 500;

/** So far above the bound that no further run would change it. */
const FAR = 3;

/** Runs a body once, and up to ten times more where it seems slow: code that is not compiled yet slows any body. */
async function judged(shape: Shape): Promise<Measured> {
  const trial = trialOf(shape);
  await trial.run(1);
  for (let again = 0; again < 5; again++) {
    const found = trial.found();
    if (!exceeds(found) || found.share > FAR) break;
    await trial.run(2);
  }
  return trial.found();
}

const line = ({ shape, rows, status, ms, halfMs, times, share }: Measured): string =>
  `${(100 * share).toFixed(0)} % of the bound, ${times.toFixed(0)} x JSON.parse, ${ms.toFixed(0)} ms, half ${halfMs.toFixed(0)} ms, ${rows} rows, status ${status}  ${JSON.stringify(shape)}`;

/** Measures one body, as a search has printed it. */
async function measureAgain(shape: string): Promise<boolean> {
  const found = await judged(JSON.parse(shape) as Shape);
  console.log(line(found));
  return !exceeds(found) && !isBug(found);
}

/**
 * Looks for bodies within the limits that the handlers answer too slowly, or with a bug: what takes longest is
 * changed a little, and tried again.
 * @param shape one body to measure instead
 */
export async function staysInBounds(seed: number, minutes: number, shape?: string): Promise<boolean> {
  if (shape !== undefined) return measureAgain(shape);
  const draws = new ShapeGenerator(seed);
  const end = performance.now() + minutes * 60_000;
  /** By endpoint and status: what is refused takes less time than what is read. */
  const slowest = new Map<string, Measured[]>();
  let [tried, failed, longestMs] = [0, 0, 0];
  while (performance.now() < end) {
    const parents = slowest.size > 0 && draws.is(0.6) ? draws.one([...slowest.values()]) : [];
    const found = await judged(
      parents.length > 0 ? draws.mutate(draws.one(parents).shape) : draws.drawShape(),
    );
    tried++;
    longestMs = Math.max(longestMs, found.ms);
    if (exceeds(found) || isBug(found)) {
      failed++;
      console.log(`${isBug(found) ? 'BUG' : 'TOO SLOW'} ${line(found)}`);
    } else {
      const kind = `${found.shape.surface} ${found.status}`;
      const alike = [...(slowest.get(kind) ?? []), found].sort((a, b) => b.share - a.share);
      slowest.set(kind, alike.slice(0, KEPT_MAX));
    }
  }
  for (const alike of slowest.values()) for (const one of alike.slice(0, 3)) console.log(line(one));
  console.log(
    `seed ${seed}: ${tried} bodies, ${failed} too slow or bugs, the longest ${longestMs.toFixed(0)} ms`,
  );
  return failed === 0;
}
