import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const USAGE = `Runs the contract suite against a deployed service: npm run e2e -- https://<id>.execute-api.<region>.amazonaws.com
More arguments go to vitest: npm run e2e -- https://… -t preflight`;

const ROOT = join(import.meta.dirname, '../..');
const [base = '', ...more] = process.argv.slice(2);
if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
  console.error(USAGE);
  process.exit(2);
}
// A deployed stage answers 10 POSTs a second: the suite waits its turn, and needs minutes.
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'service', '--testTimeout', '900000', '--no-file-parallelism'],
    ...(more.some((argument) => argument.startsWith('test/')) ? [] : ['test/contract']),
    ...more,
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SERVICE_BASE_URL: base.replace(/\/+$/, '') },
  },
);
process.exit(status ?? 1);
