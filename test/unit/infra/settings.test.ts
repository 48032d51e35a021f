import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { readSettings } from '#infra/settings.ts';

const read = (context: Record<string, unknown>) => readSettings(new App({ context }).node);

test('without a context, every setting has its default', () => {
  expect(read({})).toEqual({
    stage: 'prod',
    auth: 'none',
    throttleRate: 2,
    throttleBurst: 20,
    postThrottleRate: 1,
    postThrottleBurst: 10,
    logRetentionDays: 30,
    customDomainOnly: false,
    tracing: false,
    sourceMaps: false,
    billingWorkflow: false,
    ledgerInput: 'exports/',
    ledgerOutput: 'reports/',
  });
});

test('settings arrive as text from the command line, and as JSON from cdk.json', () => {
  const settings = { throttleRate: 7, billingWorkflow: true, logRetentionDays: 365 };
  expect(read(settings)).toEqual(
    read({ throttleRate: '7', billingWorkflow: 'true', logRetentionDays: '365' }),
  );
  expect(read({ billingWorkflow: 'false' }).billingWorkflow).toBe(false);
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
])('the setting %s does not take %j', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(`The setting "${name}" is not valid: `);
});

test.each([{ domainName: 'a.example.com' }, { certificateArn: 'arn:aws:acm:us-east-1:1:certificate/a' }])(
  'a custom domain needs both of its settings',
  (context) => expect(() => read(context)).toThrow('together, or neither'),
);

test.each([
  [{ customDomainOnly: true }, 'needs "domainName"'],
  [{ monthlyBudgetUsd: 50 }, 'needs "alarmEmail"'],
])('%j alone is refused', (context, sentence) => expect(() => read(context)).toThrow(sentence));

test('an unknown setting is refused; what the CDK keeps in the context is not', () => {
  expect(() => read({ authh: 'iam' })).toThrow('There is no setting "authh". The settings are stage, auth, ');
  expect(() => read({ '@aws-cdk/core:anything': true, 'aws:cdk:enable-path-metadata': true })).not.toThrow();
});
