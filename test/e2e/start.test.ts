import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';

test('a taken port ends the start with a sentence', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as AddressInfo;
  const child = spawn(process.execPath, ['infra/local/start.ts'], {
    env: { ...process.env, PORT: String(port) },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [status] = await once(child, 'exit');
  squatter.close();
  expect(status).toBe(1);
  expect(output).toContain(`Port ${port} is taken.`);
});

/** The running Node, calling itself an older one on some machine. */
const older = (platform: string): string =>
  `data:text/javascript,for(const [name,value] of Object.entries({versions:{node:"20.20.2"},platform:"${platform}",arch:"x64"}))Object.defineProperty(process,name,{value})`;

test.each([
  ['linux', 'npm ci brings Node 24 .* npx node tools/demo.ts.'],
  ['darwin', 'install Node 24 or later, .*'],
])('under an older Node on %s, a script says what is missing', (platform, remedy) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', older(platform), 'tools/run.mjs', 'tools/demo.ts'],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(new RegExp(`^This project runs on Node 24, but this is Node 20.20.2: ${remedy}\n$`));
});
