import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { readStackSettings } from '#infra/settings.ts';
import { Page } from '../../support/golden/page.ts';

const read = (context: Record<string, unknown>) => readStackSettings(new App({ context }).node);

test('without context, every setting has the default in the deploy guide', () => {
  const guide = ['deploy', 'operate', 'workflows']
    .map((page) => readFileSync(`docs/${page}.md`, 'utf8'))
    .join('\n');
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (?:`(.*?)`|–) \|/gm)];
  const defaults = rows.map(([, name = '', value]): [string, string | undefined] => [name, value]);
  const read = Object.entries(readStackSettings(new App().node));
  expect(new Map(defaults.filter(([, value]) => value !== undefined))).toEqual(
    new Map(read.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)])),
  );
});

test('settings are text on the command line and JSON in cdk.json', () => {
  const settings = { throttleRate: 7, billingWorkflow: true, logRetentionDays: 365 };
  expect(read(settings)).toEqual(
    read({ throttleRate: '7', billingWorkflow: 'true', logRetentionDays: '365' }),
  );
  expect(read({ billingWorkflow: 'false' }).billingWorkflow).toBe(false);
  expect(read({ billingCoverage: '0.95' }).billingCoverage).toBe(0.95);
});

test.each<[name: string, value: unknown]>([
  ['stage', 'no spaces'],
  ['stage', '1st'],
  ['auth', 'cognito'],
  ['throttleRate', '0'],
  ['throttleRate', '1.5'],
  ['postThrottleBurst', 'many'],
  ['logRetentionDays', '31'],
  ['alarmEmail', 'nobody'],
  ['reservedConcurrency', '0'],
  ['monthlyBudgetUsd', '0'],
  ['customDomainOnly', '1'],
  ['tracing', 'on'],
  ['invokerRoleArn', 'billing'],
  ['billingWorkflow', 'yes'],
  ['ledgerSilentHours', '169'],
  ['billingCloseBy', 'weeks'],
  ['billingCoverage', '98'],
  ['billingCoverage', 1.5],
  ['billingPayments', 'no'],
])('the setting %s does not take %j', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(`The setting "${name}" is not valid: `);
});

test('a refused setting is explained without links', () => {
  expect(() => read({ invokerRoleArn: 'billing' })).toThrow('a role that may invoke the POST functions');
});

test.each([{ domainName: 'a.example.com' }, { certificateArn: 'arn:aws:acm:us-east-1:1:certificate/a' }])(
  'a custom domain needs both of its settings',
  (context) => expect(() => read(context)).toThrow('together, or neither'),
);

test.each([
  [{ customDomainOnly: true }, 'needs "domainName"'],
  [{ monthlyBudgetUsd: 50 }, 'needs "alarmEmail"'],
  [{ ledgerSilentHours: 26 }, 'needs "ledgerBucket"'],
  [{ ledgerReportDays: 400 }, 'needs "ledgerBucket"'],
  [{ ledgerBucket: 'books', ledgerBucketExists: true, ledgerReportDays: 400 }, 'set it on your own'],
  [{ ledgerBucket: 'books', ledgerBucketExists: true, ledgerAccessLogs: 'logs' }, 'set it on your own'],
])('%j is refused', (context, sentence) => expect(() => read(context)).toThrow(sentence));

test('an unknown setting is refused; the context keys of the CDK are not', () => {
  expect(() => read({ authh: 'iam' })).toThrow('There is no setting "authh". The settings are stage, auth, ');
  expect(() => read({ '@aws-cdk/core:anything': true, 'aws:cdk:enable-path-metadata': true })).not.toThrow();
});

/** The context that a shell hands to `cdk` when the guide's command is pasted: the first line of each value. */
function guidesSchedule(): Record<string, string> {
  const { code } = new Page('docs/workflows.md');
  const command = code
    .find(({ text }) => text.includes('ledgerScheduleInput'))
    ?.text.replace('<name>', 'books');
  const printed = execFileSync('sh', ['-c', `npx() { printf '%s\\n' "$@"; }; ${command}`], {
    encoding: 'utf8',
  });
  return Object.fromEntries(
    [...printed.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

describe('a schedule', () => {
  const input = {
    connector: 'new-api',
    period: 'yesterday',
    output: 'reports/{yyyy}-{mm}-{dd}/',
    logs: 'exports/logs/{yyyy}-{mm}-{dd}/',
  };
  const schedule = (more: object = {}, context: object = {}) => ({
    ledgerBucket: 'books',
    ledgerSchedule: 'rate(1 day)',
    ledgerScheduleInput: { ...input, ...more },
    ...context,
  });

  test.each([
    ...'rate(1 day), rate(6 hours), cron(0 3 * * ? *), cron(15 10 ? * MON-FRI *), cron(0 6 L * ? *)'.split(
      ', ',
    ),
    ...'cron(0/15 8-18 ? 1,7 2#1 2026-2030), cron(30 5 15W * ? *), cron(0 3 ? * 6L *)'.split(', '),
  ])('%s is accepted', (ledgerSchedule) =>
    expect(read(schedule({}, { ledgerSchedule })).ledgerSchedule).toBe(ledgerSchedule),
  );

  test.each([
    ...'daily, rate(2 day), rate(0 days), rate(1 week), 0 3 * * ? *, cron(0 3 * * *)'.split(', '),
    ...'cron(0 3 * * * *), cron(0 3 ? * ? *), cron(60 3 * * ? *), cron(0 24 * * ? *)'.split(', '),
    ...'cron(0 3 32 * ? *), cron(0 3 * 13 ? *), cron(0 3 ? * 8 *), cron(? 3 * * ? *)'.split(', '),
    'cron(0 3 x * ? *)',
  ])('%s is refused with an example', (ledgerSchedule) =>
    expect(() => read(schedule({}, { ledgerSchedule }))).toThrow(
      'must look like rate(1 day) or cron(0 3 * * ? *)',
    ),
  );

  test('accepts its input as text on the command line', () =>
    expect(read(schedule({}, { ledgerScheduleInput: JSON.stringify(input) })).ledgerScheduleInput).toEqual(
      input,
    ));

  test.each<[context: object, says: string]>([
    [{ ledgerSchedule: undefined }, 'together, or neither'],
    [{ ledgerScheduleInput: undefined }, 'together, or neither'],
    [{ ledgerBucket: undefined }, '"ledgerSchedule" needs "ledgerBucket"'],
    [{ ledgerScheduleInput: '{' }, 'must be a JSON object, on one line'],
    [{ ledgerScheduleInput: '"input"' }, 'must be a JSON object'],
    [{ ledgerScheduleInput: { ledgers: input } }, 'needs "billingWorkflow"'],
    [
      { ledgerScheduleInput: { ledgers: input, at: '' }, billingWorkflow: true },
      'other fields than "ledgers": at.',
    ],
    [{ ledgerScheduleInput: { ledgers: {} }, billingWorkflow: true }, 'period: must be one of yesterday'],
    [{ ledgerInput: 'in/' }, 'logs: must begin with in/'],
  ])('with %j is refused', (context, says) => expect(() => read(schedule({}, context))).toThrow(says));

  test.each<[input: object, says: string]>([
    [{ period: undefined }, 'period: must be one of yesterday, month-to-date, previous-month'],
    [{ period: { start: '2026-01-01T00:00:00Z' } }, 'period: must be one of'],
    [{ period: 'toString' }, 'period: must be one of'],
    [
      { period: 'previous-month' },
      'logs: contains a placeholder without a value: {yyyy} and {mm} need a relative period, {dd} needs the period "yesterday"',
    ],
    [{ utcOffset: 'Asia/Shanghai' }, 'utcOffset: must be an offset such as +08:00'],
    [{ output: 'exports/{yyyy}/' }, 'output: must begin with reports/'],
    [{ connector: 'none' }, 'connector: must be one of'],
    [{ prompt: 'hello' }, 'prompt: is not a property'],
  ])('with the input %j is refused', (more, says) => expect(() => read(schedule(more))).toThrow(says));

  test('can start the billing workflow in Beijing time', () => {
    const ledgerScheduleInput = { ledgers: { ...input, utcOffset: '+08:00' } };
    expect(() => read(schedule({}, { billingWorkflow: true, ledgerScheduleInput }))).not.toThrow();
  });

  test('is set as in the guide', () => {
    const { ledgerSchedule, ledgerScheduleInput, ...others } = guidesSchedule();
    const settings = read({ ...others, ledgerSchedule, ledgerScheduleInput });
    expect(settings).toMatchObject({ ledgerSchedule, ledgerScheduleInput: { period: 'month-to-date' } });
  });
});
