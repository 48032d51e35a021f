import { Session } from 'node:inspector/promises';
import { text } from 'node:stream/consumers';
import type { Shape } from './shapes.ts';

/**
 * Counts the work of answering bodies. Must run in a separate process, because V8 counts only code that is compiled
 * after counting has started. Reads pairs of shape and number of rows from standard input, as JSON, and prints a count
 * for each.
 */

/** Array methods that may stop early or that read a single element. */
const PARTIAL_METHODS = new Set([
  'constructor',
  'at',
  'push',
  'pop',
  'find',
  'findLast',
  'findIndex',
  'some',
  'every',
]);
let elements = 0;

/** Counts the elements that array methods iterate over: V8 counts no blocks inside its own methods. */
function countElements(): void {
  const methods = Array.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const replace = (name: PropertyKey, value: unknown): void =>
    void Object.defineProperty(methods, name, { value, writable: true, configurable: true });
  for (const name of Object.getOwnPropertyNames(methods)) {
    const method = methods[name];
    if (PARTIAL_METHODS.has(name) || typeof method !== 'function') continue;
    replace(name, function (this: unknown[], ...args: unknown[]) {
      elements += this.length;
      return method.apply(this, args);
    });
  }
  // Loops and spreads: destructuring two elements counts two.
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

/** Counts the code blocks of shared/ that were entered since the last call, and resets the counters. */
async function takeBlockCount(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const modules = result.filter(({ url }) => url.includes('/shared/'));
  return modules
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

const counts: number[] = [];
for (const [shape, rows] of JSON.parse(await text(process.stdin)) as [Shape, number][]) {
  const body = buildBody(shape, rows);
  const text = JSON.stringify(body);
  await takeBlockCount();
  const before = elements;
  if (shape.files) await runInFiles(body, shape.files);
  else await sendBody(shape.surface, text);
  const elementCount = elements - before;
  counts.push((await takeBlockCount()) + elementCount);
}
console.log(JSON.stringify(counts));
