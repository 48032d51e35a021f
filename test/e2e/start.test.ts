import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';

test('a port in use ends the start with a sentence', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as AddressInfo;
  const child = spawn(process.execPath, ['tools/serve.ts'], {
    env: { ...process.env, PORT: String(port) },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [status] = await once(child, 'exit');
  squatter.close();
  expect(status).toBe(2);
  expect(output).toContain(`Port ${port} is in use.`);
});

/** The running Node, calling itself an older one on some machine. */
const older = (platform: string): string =>
  `data:text/javascript,for(const [name,value] of Object.entries({versions:{node:"20.20.2"},platform:"${platform}",arch:"x64"}))Object.defineProperty(process,name,{value})`;

const TOO_OLD = 'This project runs on Node 24, but this is Node 20.20.2: ';

test.each([
  ['linux', 'C.UTF-8', `${TOO_OLD}npm ci brings Node 24 .* npx node tools/demo.ts.`],
  ['darwin', 'C.UTF-8', `${TOO_OLD}install Node 24 or later, .*`],
  ['linux', 'zh_CN.UTF-8', '本项目需要 Node 24，而当前是 Node 20.20.2：.*npx node tools/demo.ts。'],
])('under an older Node on %s in %s, a script says what is missing', (platform, LC_ALL, said) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', older(platform), 'tools/run.mjs', 'tools/demo.ts'],
    { encoding: 'utf8', env: { ...process.env, LC_ALL } },
  );
  // 1 says that something critical was found.
  expect(status).toBe(2);
  expect(stderr).toMatch(new RegExp(`^${said}\n$`));
});
