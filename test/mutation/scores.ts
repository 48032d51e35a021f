import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Prints the score of each room from the last run of Stryker: `node test/mutation/scores.ts`. */
const REPORT = 'reports/mutation.json';
const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

const { files }: Report = JSON.parse(readFileSync(REPORT, 'utf8'));
const rooms = new Map<string, { killed: number; valid: number }>();
for (const [file, { mutants }] of Object.entries(files)) {
  const count = (statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count(DETECTED);
  for (const room of [dirname(file), 'all']) {
    const sum = rooms.get(room) ?? { killed: 0, valid: 0 };
    rooms.set(room, { killed: sum.killed + killed, valid: sum.valid + killed + count(UNDETECTED) });
  }
}
console.table(
  Object.fromEntries(
    [...rooms]
      .filter(([, { valid }]) => valid > 0)
      .sort()
      .map(([room, { killed, valid }]) => [
        room,
        { mutants: valid, killed, score: `${((100 * killed) / valid).toFixed(1)} %` },
      ]),
  ),
);
