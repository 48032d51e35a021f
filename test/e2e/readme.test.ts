import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectCopy } from '../support/e2e/project-copy.ts';
import { readInlineCommands, readShellCommands } from '../support/golden/page-commands.ts';

/** The project as a stranger has it: cloned, and nothing installed. */
const clone = projectCopy('clone');
afterAll(() => rmSync(clone, { recursive: true, force: true }), 600_000);

const { VITEST, VITEST_MODE, VITEST_POOL_ID, VITEST_WORKER_ID, ...environment } = process.env;
/** Without what this project has installed: `npm ci` is to find the stranger's own Node. */
const PATH = (environment.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
const env = { ...environment, PATH, NO_COLOR: '1', CDK_DISABLE_VERSION_CHECK: '1' };
const run = (command: string) => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: clone,
    encoding: 'utf8',
    env,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 600_000,
  });
  expect(status, `${command}\n${stderr.slice(-2000)}`).toBe(0);
  return stdout;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the service by the command, on a port that is free, and asks it for its document. */
async function served(command: string): Promise<void> {
  const port = await freePort();
  const started = spawn('sh', ['-c', `exec ${command.replace(/^PORT=\d+ /, '')}`], {
    cwd: clone,
    env: { ...env, PORT: `${port}` },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve) => {
      started.stdout.on('data', (chunk) => `${chunk}`.includes('Ready on') && resolve());
    });
    const reply = await fetch(`http://127.0.0.1:${port}/openapi.json`);
    expect(await reply.json()).toHaveProperty('openapi');
  } finally {
    process.kill(-(started.pid as number));
  }
}

/** How a command is carried out. */
const WAYS: readonly (readonly [command: RegExp, carryOut: (command: string) => unknown])[] = [
  // Before all others, below.
  [
    /^npm ci$/,
    () => expect(Number(run('npx node -p process.versions.node').split('.')[0])).toBeGreaterThan(23),
  ],
  // What runs these tests' siblings.
  [/^npm (?:test|run)$/, () => {}],
  // Carried out by test/unit/tools/readme-commands.test.ts, on files and on a stand-in of the gateway.
  [/^npm run (?:month|read) -- --(?:connector|settings)/, () => {}],
  // Carried out by test/e2e/package.test.ts.
  [/^npm (?:run release|install -g \.\/<archive>)$|^npx \.\/<archive> demo$/, () => {}],
  // Carried out by test/e2e/typescript.test.ts.
  [/^npx openapi-typescript@/, () => {}],
  [/^npm run (?:month|read)$/, (command) => expect(run(`${command} -- --help`)).toContain(command)],
  [/^npm run month -- --help$/, (command) => expect(run(command)).toContain('--rejected-share')],
  [/^npm run demo$|^npx node tools\/demo\.ts$/, (command) => expect(run(command)).toContain('Totals in USD')],
  [/^(?:PORT=\d+ )?npm start$/, served],
  [/^npx cdk bootstrap$/, (command) => expect(run(`${command} --show-template`)).toContain('StagingBucket')],
  // A deployment needs an account; what it would deploy does not.
  [/^npx cdk deploy/, (command) => run(synthesis(command))],
];

const synthesis = (deployment: string): string =>
  deployment.replace('deploy', 'synth --quiet --strict --no-notices').replace('<name>', 'my-books');

const commands = ['README.md', 'README.zh-CN.md', 'docs/api.md', 'docs/api.zh-CN.md'].flatMap((page) => [
  ...(['npm', 'npx'] as const).flatMap((program) =>
    readShellCommands(page, program).map((words) => words.join(' ')),
  ),
  ...readInlineCommands(page),
]);

describe('every command of the READMEs and of the API page runs in a new clone:', () => {
  beforeAll(() => void run('npm ci'), 600_000);

  test.each([...new Set(commands)])('%s', async (command) => {
    const way = WAYS.find(([known]) => known.test(command));
    if (way === undefined) throw new Error(`Nothing runs this command of a page: ${command}`);
    const [, carryOut] = way;
    await carryOut(command);
  });
});
