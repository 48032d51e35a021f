import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runMonth } from '#tools/month/run-month.ts';
import { monthSettings } from '#tools/month/settings/settings.ts';
import { madeUpBooks } from './books.ts';
import { type LedgerBench, STARTED_AT } from './ledger-bench.ts';

/** What the month command makes of the same books, as files. */
async function monthOf(rows: number, folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const at = (name: string) => join(folder, 'month', name);
  for (const { name, body } of madeUpBooks(rows)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), body.join(''));
  }
  const settings = monthSettings([
    ...['--connector', 'new-api', '--quota-per-unit', '500000', '--out', at('report')],
    ...['--logs', at('logs'), '--upstream', at('upstream')],
  ]);
  if (settings === undefined) throw new Error('no settings');
  await runMonth(settings, STARTED_AT, () => () => {});
  return new Map(readdirSync(at('report')).map((name) => [name, readFileSync(at(`report/${name}`))]));
}

/**
 * Runs the same books cut into each number of parts, and through the month command.
 * @returns a sentence; a file that differs throws
 */
export async function compareWays(rows: number, counts: readonly number[], bench: LedgerBench) {
  bench.put(rows);
  const month = await monthOf(rows, bench.folder);
  let compared = 0;
  for (const parts of counts) {
    const output = `reports/${parts}-parts/`;
    await bench.run(rows, parts, output);
    for (const [name, file] of month) {
      if (!bench.s3.objects.get(`${output}${name}`)?.equals(file))
        throw new Error(`${name} of ${parts} parts is another than that of the month command.`);
      compared += file.length;
    }
    bench.s3.forget(output);
  }
  return `${rows} rows in ${counts.join(', ')} parts and by the month command: the same ${month.size} files, ${(compared / counts.length / 1e6).toFixed(1)} MB, byte for byte.`;
}
