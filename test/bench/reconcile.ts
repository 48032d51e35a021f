import { conclude } from '#shared/engine/conclude.ts';
import { digest } from '#shared/engine/digest.ts';
import { type Shard, shards } from '#shared/engine/groups/shard.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import { report } from '#shared/engine/report/report.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import { survey } from '#shared/engine/survey/survey.ts';
import { read } from '#shared/schemas/read.ts';
import { type ReconciliationInput, reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { cleanBooks, leakyBooks } from '../support/engine/books.ts';

/**
 * What a reconciliation costs beside reading its JSON: the steps run in turns, so that a busy machine slows all
 * of them alike, and medians are compared, so that one pause does not count.
 */
const ROUNDS = 41;
const NOW = '2026-11-21T00:00:00Z';

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

function run(name: string, books: ReconciliationInput): void {
  const body = JSON.stringify(books);
  const clock = new Map<string, number[]>();
  const timed = <T>(step: string, work: () => T): T => {
    const start = performance.now();
    const result = work();
    clock.set(step, [...(clock.get(step) ?? []), performance.now() - start]);
    return result;
  };
  let reply = '';
  let findings = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const parsed = timed('JSON.parse', () => JSON.parse(body) as unknown);
    const input = timed('validation', () => read(reconciliationInputSchema, parsed));
    const result = timed('engine', () => reconcile(input, NOW));
    reply = timed('serialisation', () => JSON.stringify({ data: result }));
    findings = result.summary.findings.total;
    const ledgers = timed('  read rows', () => readLedgers(input));
    const surveyed = timed('  survey', () => survey(ledgers));
    const [whole] = timed('  shard', () => shards(ledgers, 1)) as [Shard];
    const digested = timed('  digest', () => digest(whole, surveyed.context));
    const concluded = timed('  conclude', () => conclude(digested, surveyed.context));
    timed('  report', () => report(concluded, surveyed, NOW));
  }
  const unit = median(clock.get('JSON.parse') ?? []);
  console.log(`${name}: ${body.length} bytes in, ${reply.length} out, ${findings} findings`);
  for (const [step, times] of clock)
    console.log(
      `${step.padEnd(16)}${median(times).toFixed(2).padStart(8)} ms ${(median(times) / unit).toFixed(2).padStart(8)} x`,
    );
}

run('clean', cleanBooks(5000));
run('leaky, one row in ten', leakyBooks(5000, 10));
run('hopeless, every row', leakyBooks(5000, 1));
