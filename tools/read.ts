import { ReadingProblem } from './read/gateway-client.ts';
import { readOptions, USAGE } from './read/options.ts';
import { type Progress, readExport } from './read/read-export.ts';

/** On a terminal the count of the list at hand is one line that changes; in a pipe only whole lines are printed. */
const isTerminal = process.stderr.isTTY === true;
const progress: Progress = {
  say: (sentence) => process.stderr.write(`${isTerminal ? '\r\u001b[2K' : ''}${sentence}\n`),
  rows: (name, count) => {
    if (isTerminal) process.stderr.write(`\r\u001b[2K${name}: ${count} rows so far`);
  },
};

try {
  const options = readOptions(process.argv.slice(2), process.env, Date.now());
  if (options === undefined) console.log(USAGE);
  else {
    const { rows } = await readExport(options, progress);
    console.log(
      `${rows} rows read. Now: npm run month -- --settings ${options.out.replace(/\/$/, '')}/month.json`,
    );
  }
} catch (error) {
  const isMistake =
    error instanceof ReadingProblem || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!isMistake) throw error;
  console.error(`${(error as Error).message}\n\nFor help: npm run read -- --help`);
  process.exitCode = 2;
}
