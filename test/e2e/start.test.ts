import { spawn } from 'node:child_process';
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
