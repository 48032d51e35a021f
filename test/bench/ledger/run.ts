import { rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { performancePage } from '../performance-page.ts';
import { cpuMsOf, LedgerBench, type LedgerRun } from './ledger-bench.ts';
import { growthOf, pageWithRuns } from './page.ts';
import { compareWays } from './same.ts';

const USAGE = `npm run bench:ledger                     measures, compares, and writes the section of ${performancePage}
npm run bench:ledger -- --rows 10000     measures books of other sizes, and writes nothing
npm run bench:ledger -- --same 100000    compares 1, 7 and 64 parts with the month command, and measures nothing
  --part-rows 100000                     rows of a part`;

const SIZES = '20000,200000,2000000';
const SAME_ROWS = 100_000;
const SAME_PARTS = [1, 7, 64];

function optionsOf() {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string' },
      same: { type: 'string' },
      'part-rows': { type: 'string', default: '100000' },
    },
  });
  const numbersOf = (text: string) => text.split(',').map(Number);
  const isWhole = values.rows === undefined && values.same === undefined;
  const options = {
    isWhole,
    sizes: isWhole ? numbersOf(SIZES) : numbersOf(values.rows ?? '').filter(Boolean),
    same: isWhole ? SAME_ROWS : Number(values.same ?? 0),
    partRows: Number(values['part-rows']),
  };
  if (![...options.sizes, options.partRows].every((size) => size > 0) || !(options.same >= 0))
    throw new TypeError(USAGE);
  return options;
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);

function show(run: LedgerRun): void {
  const { rows, bytes, scratchBytes, reportBytes, reads, writes, lines } = run;
  const cpuMs = cpuMsOf(run);
  console.log(
    `${rows} rows, ${mb(bytes)} MB: ${(cpuMs / 1000).toFixed(1)} s of CPU, ${((1000 * rows) / cpuMs).toFixed(0)} rows/s and core; scratch ${mb(scratchBytes)} MB, report ${mb(reportBytes)} MB, ${reads} reads, ${writes} writes`,
  );
  for (const { stage, tasks, cpuMs, peakMb } of lines)
    console.log(
      `  ${stage.padEnd(22)}${String(tasks).padStart(6)} tasks${(cpuMs / 1000).toFixed(2).padStart(10)} s${peakMb.toFixed(0).padStart(7)} MB`,
    );
}

const { isWhole, sizes, same, partRows } = optionsOf();
const bench = await new LedgerBench().start();
try {
  const sentence = same > 0 ? await compareWays(same, SAME_PARTS, bench) : '';
  if (sentence !== '') console.log(sentence);
  const runs: LedgerRun[] = [];
  for (const rows of sizes) {
    bench.put(rows);
    const run = await bench.run(rows, Math.ceil(rows / partRows), `reports/${rows}/`);
    for (const prefix of ['exports/', 'reports/']) bench.s3.forget(prefix);
    show(run);
    runs.push(run);
  }
  if (runs.length > 1) console.log(`growth exponent ${growthOf(runs).toFixed(2)}`);
  if (isWhole) {
    const [{ model = 'unknown' } = {}] = cpus();
    const about = `Measured on ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${model.trim()}; CPU time, and the largest memory of each process.`;
    writeFileSync(performancePage, pageWithRuns(runs, sentence, about));
    console.log(`${performancePage} is written.`);
  }
} finally {
  bench.close();
  rmSync(bench.folder, { recursive: true, force: true });
}
