import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { postRoutes } from '#functions/routes.ts';
import { settings } from '#infra/settings.ts';
import {
  ALARM_EMAIL,
  byPath,
  CONTEXTS,
  resourcesOf,
  statementsOf,
  type Variant,
  variant,
} from '../support/infra/variants.ts';

const { domainName, certificateArn, invokerRoleArn } = CONTEXTS.everything;
const plain = variant('default');
const everything = variant('everything');

test('is public by default; with auth=iam every route except preflights and the 404 requires a signature', () => {
  const authOf = ({ stack }: Variant) =>
    new Map<string, string>(
      resourcesOf(stack, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => [
        Properties.RouteKey,
        Properties.AuthorizationType,
      ]),
    );
  expect(new Set(authOf(plain).values())).toEqual(new Set(['NONE']));
  for (const [key, auth] of authOf(everything))
    expect(auth).toBe(key === '$default' || key.startsWith('OPTIONS ') ? 'NONE' : 'AWS_IAM');
});

test('serves a custom domain', () => {
  const { template } = everything.stack;
  expect(template.Outputs.BaseUrl.Value).toBe(`https://${domainName}`);
  expect(template.Outputs.DomainTarget).toBeDefined();
  expect(resourcesOf(everything.stack, 'AWS::ApiGatewayV2::DomainName')[0]?.Properties).toMatchObject({
    DomainName: domainName,
    DomainNameConfigurations: [{ CertificateArn: certificateArn, EndpointType: 'REGIONAL' }],
  });
  expect(resourcesOf(everything.stack, 'AWS::ApiGatewayV2::ApiMapping')).toHaveLength(1);
});

test('reserves concurrency only if configured', () => {
  const reservedBy = ({ stack }: Variant) =>
    resourcesOf(stack, 'AWS::Lambda::Function')
      .filter(({ Properties }) => 'ReservedConcurrentExecutions' in Properties)
      .map(({ path, Properties }) => [path, Properties.ReservedConcurrentExecutions]);
  expect(reservedBy(plain)).toEqual([]);
  expect(reservedBy(everything)).toEqual(postRoutes.map(({ id }) => [`${id}/Function/Resource`, 5]));
});

test.each([
  ['everything', true],
  ['workflow', false],
  ['ledger', false],
] as const)('traces all functions and state machines, or none: %s', (name, isTraced) => {
  const { stack } = variant(name);
  for (const { path, Properties } of resourcesOf(stack, 'AWS::Lambda::Function'))
    expect(Properties.TracingConfig, path).toEqual(isTraced ? { Mode: 'Active' } : undefined);
  for (const { path, Properties } of resourcesOf(stack, 'AWS::StepFunctions::StateMachine'))
    expect(Properties.TracingConfiguration?.Enabled ?? false, path).toBe(isTraced);
  expect(JSON.stringify(statementsOf(variant(name))).includes('xray:')).toBe(isTraced);
});

test('allows a role of the customer to invoke the POST functions', () => {
  const invokers = resourcesOf(everything.stack, 'AWS::Lambda::Permission').filter(({ path }) =>
    path.endsWith('/Invoker'),
  );
  expect(invokers.map(({ path }) => path)).toEqual(postRoutes.map(({ id }) => `${id}/Function/Invoker`));
  for (const { Properties } of invokers)
    expect(Properties).toMatchObject({ Action: 'lambda:InvokeFunction', Principal: invokerRoleArn });
});

test('can disable the AWS address beside a custom domain', () => {
  const apiOf = (settled: Variant) => byPath(settled, 'Api/Resource').Properties;
  expect(apiOf(plain).DisableExecuteApiEndpoint).toBeUndefined();
  expect(apiOf(everything).DisableExecuteApiEndpoint).toBe(true);
});

test('mails the costs of the stage if configured', () => {
  expect(resourcesOf(plain.stack, 'AWS::Budgets::Budget')).toEqual([]);
  const { Budget, NotificationsWithSubscribers } = byPath(everything, 'Budget/Budget').Properties;
  expect(Budget).toMatchObject({
    BudgetLimit: { Amount: 50, Unit: 'USD' },
    FilterExpression: {
      And: Object.entries(everything.stack.tags).map(([Key, value]) => ({ Tags: { Key, Values: [value] } })),
    },
  });
  for (const { Subscribers } of NotificationsWithSubscribers)
    expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: ALARM_EMAIL }]);
});

test('gives each stage its own stack and protects prod from accidental deletion', () => {
  expect([plain, everything].map(({ stack }) => [stack.stackName, stack.terminationProtection])).toEqual([
    ['ReconciliationService-prod', true],
    ['ReconciliationService-test', false],
  ]);
  expect(everything.stack.tags).toEqual({ service: 'reconciliation', stage: 'test' });
});

test('the deploy guide uses only existing settings', () => {
  const guide = ['deploy', 'operate', 'workflows']
    .map((page) => readFileSync(`docs/${page}.md`, 'utf8'))
    .join();
  const named = [...guide.matchAll(/-c (\w+)=/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(named));
});
