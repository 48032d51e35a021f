import { conclude, reviewAll } from '#shared/engine/conclude.ts';
import { digest } from '#shared/engine/digest.ts';
import { type Shard, shards } from '#shared/engine/groups/shard.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import { report } from '#shared/engine/report/report.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import { survey } from '#shared/engine/survey/survey.ts';
import { readerOf } from '#shared/schemas/read.ts';
import { type ReconciliationInput, reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { cleanBooks, leakyBooks } from '../support/engine/books.ts';
import { Stopwatch } from './stopwatch.ts';

/** What a reconciliation costs beside reading its JSON, step by step. */
const ROUNDS = 41;
const NOW = '2026-11-21T00:00:00Z';
const read = readerOf(reconciliationInputSchema);
const UNIT = 'JSON.parse';

async function run(name: string, books: ReconciliationInput): Promise<void> {
  const body = JSON.stringify(books);
  const watch = new Stopwatch();
  let reply = '';
  let findings = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const parsed = await watch.time(UNIT, () => JSON.parse(body) as unknown);
    const input = await watch.time('validation', () => read(parsed));
    const result = await watch.time('engine', () => reconcile(input, NOW));
    reply = await watch.time('serialisation', () => JSON.stringify({ data: result }));
    findings = result.summary.findings.total;
    const ledgers = await watch.time('  read rows', () => readLedgers(input));
    const surveyed = await watch.time('  survey', () => survey(ledgers));
    const [whole] = (await watch.time('  shard', () => shards(ledgers, 1))) as [Shard];
    const digested = await watch.time('  digest', () => digest(whole, surveyed.context));
    const concluded = await watch.time('  conclude', () => conclude(digested, surveyed.context));
    await watch.time('  review', () => reviewAll(concluded.evidence, concluded.briefs, surveyed.context));
    await watch.time('  report', () => report(concluded, surveyed, NOW));
  }
  console.log(`${name}: ${body.length} bytes in, ${reply.length} out, ${findings} findings`);
  console.log(watch.table(UNIT));
}

await run('clean', cleanBooks(5000));
await run('leaky, one row in ten', leakyBooks(5000, 10));
await run('hopeless, every row', leakyBooks(5000, 1));
