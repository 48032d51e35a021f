import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanBooks, leakyBooks } from '../support/engine/books.ts';
import { bundledPosts, eventOf, handlerOf } from './handlers.ts';
import { PAGE, pageWith, regressions, type Table } from './performance-page.ts';
import { coldStarts, taken } from './processes.ts';
import { STEPS, timedSteps, UNIT } from './steps.ts';
import type { Stopwatch } from './stopwatch.ts';

/**
 * `npm run bench` measures and writes docs/performance.md; `npm run bench -- --compare` measures, writes nothing, and
 * fails if a quotient is above that of the committed page.
 */
const ROUNDS = 30;
const COLD_ROUNDS = 21;
const CALLS_FOR_MEMORY = 10;
/** Rows of each ledger in a body of 2 MB. */
const ROWS = 4400;

const BOOKS = {
  clean: cleanBooks(ROWS),
  'an error in every tenth row': leakyBooks(ROWS, 10),
  'an error in every row': leakyBooks(ROWS, 1),
};

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const bundles = bundledPosts(folder);
const reconcileFile = bundles.get('reconcile') ?? '';
const handler = await handlerOf(reconcileFile);

const isComparing = process.argv.includes('--compare');
const steps: Stopwatch[] = [];
for (const [name, books] of Object.entries(BOOKS)) {
  console.log(`${name} ...`);
  steps.push(await timedSteps(books, handler, ROUNDS));
}
console.log('cold starts, memory ...');
const body = JSON.stringify(BOOKS.clean);

const compared: Table[] = [
  {
    heading: 'In units of one `JSON.parse` of the same body',
    columns: Object.keys(BOOKS),
    rows: new Map(STEPS.map((step) => [step, steps.map((watch) => watch.ratio(step, UNIT))])),
    digits: 1,
  },
  {
    heading: 'From start to first reply, in units of an empty handler',
    columns: ['CPU time'],
    rows: new Map([...coldStarts(bundles, folder, COLD_ROUNDS)].map(([id, ratio]) => [id, [ratio]])),
    digits: 2,
  },
];
const shown: Table[] = [
  {
    heading: 'This machine',
    columns: ['measured'],
    rows: new Map([
      ['one `JSON.parse` of the clean body, ms', [steps[0]?.meanMs(UNIT) ?? 0]],
      [
        'memory of a process after ten reconciliations of it, MB',
        [taken(reconcileFile, eventOf('reconcile', body), CALLS_FOR_MEMORY).rssMb],
      ],
    ]),
    digits: 0,
  },
];

if (isComparing) {
  const grown = regressions(compared);
  for (const sentence of grown) console.error(sentence);
  console.log(grown.length === 0 ? 'Nothing grew by more than 15 %.' : 'Grown by more than 15 %, see above.');
  process.exitCode = grown.length === 0 ? 0 : 1;
} else {
  const [{ model = 'unknown' } = {}] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const about = `Measured on ${day}: Node ${process.versions.node}, ${model.trim()}, ${cpus().length} cores, ${process.platform} ${process.arch}; ${body.length} bytes of ${3 * ROWS} records, means of ${ROUNDS} rounds, CPU time.`;
  writeFileSync(PAGE, pageWith(about, [...compared, ...shown]));
  console.log(`${PAGE} is written.`);
}
