import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { staysInBounds } from './bounds.ts';

const USAGE = `npm run fuzz                        runs every property once, with a random seed
npm run fuzz -- --minutes 5         goes on with new seeds for 5 minutes, or until one fails
npm run fuzz -- --seed 123          repeats one seed
npm run fuzz -- --schedules 1000    runs the ledger workflow with so many schedules of faults, from seed 1 on
npm run fuzz -- --months 500        reconciles so many made-up months of operators who buy directly, of each kind
npm run fuzz -- test/property/engine    only these properties
npm run fuzz -- --bounds --minutes 30   looks for bodies that take too long; --seed draws the same again`;

/** Runs of the ledger workflow in which tasks and store fail. */
const FAULTS = 'test/infra/ledger-faults.test.ts';
/** Months of gateways that buy from providers directly. */
const DIRECT = 'test/property/pipeline/direct-months.test.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Test files with properties. */
const properties = () =>
  globSync('test/{property,contract,infra}/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    /from 'fast-check'|\bprove\(|\bSCHEDULES\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );

function optionsOf(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '0' },
      seed: { type: 'string' },
      schedules: { type: 'string' },
      months: { type: 'string' },
      bounds: { type: 'boolean', default: false },
    },
  });
  const counts = [values.minutes, values.seed ?? 1, values.schedules ?? 20, values.months ?? 8].map(Number);
  const [minutes, seed, schedules, months] = counts;
  if (!(Number(minutes) >= 0) || !counts.slice(1).every(Number.isSafeInteger))
    throw new TypeError('--minutes, --seed, --schedules and --months are numbers.');
  const isOneRound = values.seed !== undefined || values.schedules !== undefined;
  return {
    minutes: Number(minutes),
    seed: isOneRound ? Number(seed) : undefined,
    bounds: values.bounds,
    counts: { FAULT_SCHEDULES: `${schedules}`, MONTHS: `${months}` },
    paths: values.schedules ? [FAULTS] : values.months ? [DIRECT] : positionals,
  };
}

type Options = ReturnType<typeof optionsOf>;

/** Runs one round. @returns whether every property holds for this seed */
function holds(seed: number, { paths, counts }: Options): boolean {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...(paths.length > 0 ? paths : properties())],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, SEED: String(seed), ...counts, NO_COLOR: '1' },
    },
  );
  const [, told] = /Tests\s+(.+)/.exec(stdout) ?? [];
  console.log(`seed ${seed}: ${told ?? 'no tests'}`);
  if (status !== 0)
    console.error(`${stdout}${stderr}\nTo repeat it: npm run fuzz -- --seed ${seed} ${paths.join(' ')}`);
  return status === 0;
}

async function fuzz(options: Options): Promise<boolean> {
  const { minutes, seed, bounds } = options;
  if (bounds) return staysInBounds(seed ?? randomInt(2 ** 31), minutes || 1, options.paths[0]);
  if (seed !== undefined) return holds(seed, options);
  const end = performance.now() + minutes * 60_000;
  do {
    if (!holds(randomInt(2 ** 31), options)) return false;
  } while (performance.now() < end);
  return true;
}

try {
  process.exitCode = (await fuzz(optionsOf(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 2;
}
