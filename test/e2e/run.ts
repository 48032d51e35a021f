import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const USAGE = `npm run e2e                      tests the commands that people type, on this machine (some minutes)
npm run e2e -- https://<id>.execute-api.<region>.amazonaws.com
                                 runs the contract suite against a deployed service
More arguments go to vitest: npm run e2e -- https://… -t cached`;

const ROOT = join(import.meta.dirname, '../..');

function vitest(args: readonly string[], env: Record<string, string> = {}): number {
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } },
  );
  return status ?? 1;
}

const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** A deployed stage answers one POST a second by default: the suite waits its turn, an hour if nobody raises the rate. */
const againstDeployed = (base: string, args: readonly string[]) =>
  vitest(
    [
      ...[
        '--project',
        'service',
        '--reporter',
        'default',
        '--testTimeout',
        '900000',
        '--no-file-parallelism',
      ],
      ...(args.some((argument) => argument.startsWith('test/')) ? [] : ['test/contract']),
      ...args,
    ],
    { SERVICE_BASE_URL: base.replace(/\/+$/, '') },
  );

const [first, ...more] = process.argv.slice(2);
if (first === undefined || first.startsWith('test/'))
  process.exitCode = vitest(['--config', 'test/e2e/vitest.config.ts', ...process.argv.slice(2)]);
else if (isAddress(first)) process.exitCode = againstDeployed(first, more);
else {
  console.error(USAGE);
  process.exitCode = 2;
}
