import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Prints the score of each room as the table of docs/performance.md: `npx node test/mutation/scores.ts`, of the last
 * run of Stryker, or of the reports of several runs, whose paths are the arguments.
 */
const REPORT = 'reports/mutation.json';
const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

const ALL = 'all of these';
const paths = process.argv.length > 2 ? process.argv.slice(2) : [REPORT];
const files = Object.assign(
  {},
  ...paths.map((path) => (JSON.parse(readFileSync(path, 'utf8')) as Report).files),
) as Report['files'];

/** `shared/normalizer/price` of a file below it, too. */
const roomOf = (file: string): string => dirname(file).split('/').slice(0, 3).join('/');

const rooms = new Map<string, { killed: number; valid: number }>();
for (const [file, { mutants }] of Object.entries(files)) {
  const count = (statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count(DETECTED);
  for (const room of [roomOf(file), ALL]) {
    const sum = rooms.get(room) ?? { killed: 0, valid: 0 };
    rooms.set(room, { killed: sum.killed + killed, valid: sum.valid + killed + count(UNDETECTED) });
  }
}
const lines = [...rooms]
  .filter(([, { valid }]) => valid > 0)
  .sort(([a], [b]) => Number(a === ALL) - Number(b === ALL) || (a < b ? -1 : 1))
  .map(([room, { killed, valid }]) => {
    const name = room === ALL ? ALL : `\`${room}\``;
    return `| ${name} | ${valid} | ${killed} | ${((100 * killed) / valid).toFixed(1)} % |`;
  });
console.log(['| Room | Mutants | Killed | Score |', '|---|---:|---:|---:|', ...lines].join('\n'));
