import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { synthesize } from '#infra/local/synthesize.ts';

const folder = mkdtempSync(join(tmpdir(), 'synth-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('cdk synth prints no warning, and what the local gateway serves is what it deploys', () => {
  const outdir = join(folder, 'command');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', '--strict', '--no-notices', '--output', outdir],
    { encoding: 'utf8', env: { ...process.env, CDK_DISABLE_VERSION_CHECK: '1', NO_COLOR: '1' } },
  );
  expect(stdout + stderr).toBe('');
  expect(status).toBe(0);
  const file = join(outdir, 'ReconciliationService-prod.template.json');
  const { template } = synthesize(join(folder, 'in-process'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(template);
});
