import { Session } from 'node:inspector/promises';
import { text } from 'node:stream/consumers';
import type { Shape } from './shapes.ts';

/**
 * Counts the work of answering bodies, in a process of its own, whose code is compiled to be counted from the start.
 * Reads pairs of shape and number of rows from standard input, as JSON; prints a count for each.
 */

/** Methods that may end before they have seen everything, or that look at one place only. */
const SHORT = new Set(['constructor', 'at', 'push', 'pop', 'find', 'findLast', 'findIndex', 'some', 'every']);
let elements = 0;

/** What happens inside the engine is no block of ours: the elements that a method of arrays goes through count, too. */
function countElements(): void {
  const methods = Array.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
  const replace = (name: PropertyKey, value: unknown): void =>
    void Object.defineProperty(methods, name, { value, writable: true, configurable: true });
  for (const name of Object.getOwnPropertyNames(methods)) {
    const method = methods[name];
    if (SHORT.has(name) || typeof method !== 'function') continue;
    replace(name, function (this: unknown[], ...given: unknown[]) {
      elements += this.length;
      return method.apply(this, given);
    });
  }
  // Loops and spreads; taking the first two of a list looks at two.
  replace(Symbol.iterator, function* (this: unknown[]) {
    for (let at = 0; at < this.length; at++) {
      elements++;
      yield this[at];
    }
  });
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { sendBody } = await import('./send-body.ts');
const { runInFiles } = await import('./run-in-files.ts');
const { buildBody } = await import('./shapes.ts');
countElements();

/** Blocks of code that were entered since the last call; the counters start again. */
async function blocks(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const own = result.filter(({ url }) => url.includes('/shared/'));
  return own
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

const counts: number[] = [];
for (const [shape, rows] of JSON.parse(await text(process.stdin)) as [Shape, number][]) {
  const body = buildBody(shape, rows);
  const text = JSON.stringify(body);
  await blocks();
  const before = elements;
  if (shape.files) await runInFiles(body, shape.files);
  else await sendBody(shape.surface, text);
  const looked = elements - before;
  counts.push((await blocks()) + looked);
}
console.log(JSON.stringify(counts));
