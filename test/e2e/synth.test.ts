import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Page } from '../support/golden/page.ts';
import { synthesize } from '../support/infra/synthesize.ts';
import { TestFolder } from '../support/test-folder.ts';

/** The command that the guide gives for runs by schedule, for a bucket and as a synthesis into a folder. */
const guidesSchedule = (outdir: string): string => {
  const { code } = new Page('docs/workflows.md');
  const command = code.find(({ text }) => text.includes('ledgerScheduleInput'))?.text ?? '';
  return command
    .replace(
      'cdk deploy --all',
      `cdk synth ReconciliationService-prod --quiet --no-notices --output ${outdir}`,
    )
    .replace('<name>', 'books');
};

const { at } = new TestFolder();

test('cdk synth prints no warning and gives the template of the unit tests', () => {
  const outdir = at('command');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', '--strict', '--no-notices', '--output', outdir],
    { encoding: 'utf8', env: { ...process.env, CDK_DISABLE_VERSION_CHECK: '1', NO_COLOR: '1' } },
  );
  expect(stdout + stderr).toBe('');
  expect(status).toBe(0);
  const file = join(outdir, 'ReconciliationService-prod.template.json');
  const { template } = synthesize(at('in-process')).stack;
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(template);
});

test('the schedule in the guide can be pasted and deploys as described', () => {
  const outdir = at('schedule');
  const { status, stderr } = spawnSync(guidesSchedule(outdir), { shell: true, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const template = readFileSync(join(outdir, 'ReconciliationService-prod.template.json'), 'utf8');
  const [schedule] = Object.values<{ Type: string; Properties?: Record<string, unknown> }>(
    JSON.parse(template).Resources,
  ).filter(({ Type }) => Type === 'AWS::Scheduler::Schedule');
  expect(schedule?.Properties).toMatchObject({ ScheduleExpression: 'cron(0 3 * * ? *)' });
  expect(JSON.stringify(schedule?.Properties)).toContain('month-to-date');
});
