import { RECORDS_MAX } from '#shared/limits.ts';
import { sendBody } from '../support/bounds/send-body.ts';
import { buildBody, buildLargestBody, type Shape, ShapeGenerator } from '../support/bounds/shapes.ts';

/** The most CPU time that a body takes: in multiples of `JSON.parse`, by rows that the contract accepts, and at all; the longest counts. */
const TIMES_MAX = 60;
const ROW_MS_MAX = 0.1;
/** Maximum growth of the time if the number of rows doubles. */
const GROWTH_MAX = 3;
/** A shorter time is never too long: JSON within one text of a body takes it to be parsed. */
const SHORT_MS = 200;
/** Number of shapes to mutate: the slowest so far of each kind of reply. */
const KEPT_MAX = 12;

const NEVER = Number.POSITIVE_INFINITY;

interface Measured {
  readonly shape: Shape;
  /** Rows of all lists. */
  readonly rows: number;
  readonly status: number;
  readonly ms: number;
  readonly halfMs: number;
  readonly times: number;
  /** Share of the allowed time; above 1 is too slow. */
  readonly share: number;
}

/** CPU milliseconds of the process in one run, including its other threads. */
async function msOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A body, complete and with half of its rows, and the lowest CPU times measured. */
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
    /** Each run parses before and after the replies, so that both are measured under the same conditions. */
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

/** Far enough above the bound that further runs are pointless. */
const FAR = 3;

/** Runs a body once, and up to ten times more if it seems slow, because code may not be compiled yet. */
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

/** Measures one body that a search has printed. */
async function measureAgain(shape: string): Promise<boolean> {
  const found = await judged(JSON.parse(shape) as Shape);
  console.log(line(found));
  return !exceeds(found) && !isBug(found);
}

/**
 * Searches for bodies within the limits that the handlers answer too slowly or with a bug, by mutating the slowest
 * bodies.
 * @param shape one body to measure instead
 */
export async function staysInBounds(seed: number, minutes: number, shape?: string): Promise<boolean> {
  if (shape !== undefined) return measureAgain(shape);
  const draws = new ShapeGenerator(seed);
  const end = performance.now() + minutes * 60_000;
  /** By endpoint and status, because refusals take less time. */
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
