import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, Validations } from 'aws-cdk-lib';
import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, test } from 'vitest';
import { routes } from '#functions/routes.ts';
import { billingDefinition } from '#infra/billing-definition.ts';
import { standing } from '#infra/cost/cost.ts';
import { type Context, serviceApp } from '#infra/local/synthesize.ts';
import { methodsOf } from '#shared/http/route.ts';
import { type Resource, resourcesOf } from '../harness/template.ts';

const EMAIL = { alarmEmail: 'operator@example.com' };
const DOMAIN = {
  domainName: 'billing.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b',
};
const ROLE = 'arn:aws:iam::111122223333:role/billing';
const ALL = {
  ...EMAIL,
  ...DOMAIN,
  auth: 'iam',
  stage: 'test',
  billingWorkflow: 'true',
  reservedConcurrency: '5',
  invokerRoleArn: ROLE,
  logRetentionDays: '7',
  postThrottleRate: '3',
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

interface Variant {
  readonly app: App;
  readonly stack: CloudFormationStackArtifact;
}
function synthesized(context: Context): Variant {
  const outdir = mkdtempSync(join(tmpdir(), 'reconciliation-service-variant-'));
  folders.push(outdir);
  const app = serviceApp(outdir, context);
  return { app, stack: app.synth().stacks[0] as CloudFormationStackArtifact };
}

const variants: Readonly<Record<string, Variant>> = {
  default: synthesized({}),
  alarms: synthesized(EMAIL),
  workflow: synthesized({ billingWorkflow: true }),
  'everything on': synthesized(ALL),
};
const { default: plain, alarms, 'everything on': everything } = variants as Record<string, Variant>;
if (!plain || !alarms || !everything) throw new Error('A variant is missing.');

const byPath = ({ stack }: Variant, path: string): Resource => {
  const found = resourcesOf(stack).find((resource) => resource.path === path);
  if (!found) throw new Error(`No resource has the path ${path}.`);
  return found;
};

/** Every statement of every policy that grants something to a role. */
const statementsOf = ({ stack }: Variant) =>
  resourcesOf(stack, 'AWS::IAM::Policy').flatMap(({ path, Properties }) =>
    Properties.PolicyDocument.Statement.map((statement: Record<string, unknown>) => ({ path, ...statement })),
  );

describe.each(Object.entries(variants))('the stack with %s settings', (_name, variant) => {
  const { app, stack } = variant;

  test('synthesizes without a warning', () => {
    expect(stack.messages.map(({ entry }) => entry.data)).toEqual([]);
    const report = readFileSync(join(stack.assembly.directory, 'validation-report.json'), 'utf8');
    expect(JSON.parse(report).pluginReports).toEqual([]);
  });

  test('breaks no rule of AWS Solutions but those acknowledged with a reason', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(app);
    expect(violations.map(({ ruleName, description }) => `${ruleName}: ${description}`)).toEqual([]);
  });

  test('acknowledges no rule in vain', () => {
    const acknowledged = app.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries<unknown>(data));
    const unforgiving: object = { isAcknowledged: () => false };
    const broken = Object.assign(new AwsSolutionsChecks(), unforgiving)
      .validateScope(app)
      .violations.map(({ ruleName }) => ruleName);
    const ids = acknowledged.map(([id]) => id.replace(/^.*::(?=AwsSolutions)/, ''));
    expect(new Set(ids)).toEqual(new Set(broken));
    for (const [, reason] of acknowledged) expect(JSON.stringify(reason).length).toBeGreaterThan(30);
  });

  test('runs every function on one runtime and architecture, without secrets', () => {
    const functions = resourcesOf(stack, 'AWS::Lambda::Function');
    expect(functions).toHaveLength(routes.length);
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: 20,
        LoggingConfig: { LogFormat: 'JSON' },
        Environment: { Variables: { NODE_OPTIONS: '--enable-source-maps' } },
      });
      expect(Object.keys(Properties.Environment.Variables)).toEqual(['NODE_OPTIONS']);
      expect(Properties.VpcConfig).toBeUndefined();
    }
  });

  test('gives CPU to the routes that compute', () => {
    for (const route of routes)
      expect(byPath(variant, `${route.id}/Function/Resource`).Properties.MemorySize).toBe(
        route.method === 'POST' ? 1024 : 256,
      );
  });

  test('lets each function write its own log, and nothing else', () => {
    const logId = (routeId: string) => byPath(variant, `${routeId}/FunctionLogs/Resource`).logicalId;
    const statements = statementsOf(variant).filter(({ path }) => !path.startsWith('Billing/'));
    expect(statements).toEqual(
      routes.map(({ id }) => ({
        path: `${id}/FunctionRole/DefaultPolicy/Resource`,
        Effect: 'Allow',
        Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: { 'Fn::GetAtt': [logId(id), 'Arn'] },
      })),
    );
    for (const { Properties } of resourcesOf(stack, 'AWS::IAM::Role'))
      expect(Object.keys(Properties)).toEqual(['AssumeRolePolicyDocument']);
  });

  test('grants nothing by wildcard but what AWS knows no resource for', () => {
    const wild = statementsOf(variant).filter((statement) => /\*/.test(JSON.stringify(statement)));
    for (const { Action, Resource } of wild) {
      expect(Resource).toBe('*');
      for (const action of Action)
        expect(action).toMatch(
          /^(logs:\w+(LogDelivery|LogDeliveries|ResourcePolicy|ResourcePolicies|LogGroups)|xray:\w+)$/,
        );
    }
  });

  test('opens each function to its own API alone, and to the role that was named', () => {
    const permissions = resourcesOf(stack, 'AWS::Lambda::Permission');
    const api = byPath(variant, 'Api/Resource').logicalId;
    for (const { Properties } of permissions.filter((p) => !p.path.endsWith('/Invoker')))
      expect(Properties).toMatchObject({
        Principal: 'apigateway.amazonaws.com',
        SourceArn: { 'Fn::Join': ['', expect.arrayContaining([{ Ref: api }])] },
      });
    expect(permissions.filter((p) => !p.path.endsWith('/Invoker'))).toHaveLength(routes.length);
  });

  test('lets logs expire, and leaves nothing behind', () => {
    const logs = resourcesOf(stack, 'AWS::Logs::LogGroup');
    expect(logs.length).toBeGreaterThan(routes.length);
    for (const { Properties, DeletionPolicy } of logs) {
      expect(Properties.RetentionInDays).toBe(variant === everything ? 7 : 30);
      expect(DeletionPolicy).toBe('Delete');
    }
    for (const { DeletionPolicy, UpdateReplacePolicy } of resourcesOf(stack))
      expect([undefined, 'Delete']).toEqual(expect.arrayContaining([DeletionPolicy, UpdateReplacePolicy]));
  });

  test('deploys into an account that was bootstrapped with the defaults', () => {
    const { template, assets, dependencies, environment } = stack;
    expect(Object.keys(template.Parameters)).toEqual(['BootstrapVersion']);
    expect(template.Parameters.BootstrapVersion.Default).toBe('/cdk-bootstrap/hnb659fds/version');
    expect(Object.values<object>(template.Outputs).filter((output) => 'Export' in output)).toEqual([]);
    expect(environment.name).toBe('aws://unknown-account/unknown-region');
    expect(dependencies.filter(({ manifest }) => manifest.type !== 'cdk:asset-manifest')).toEqual([]);
    // Bundles are found through the template; no image is built, nothing is looked up in an account.
    expect(assets).toEqual([]);
    const codes = resourcesOf(stack, 'AWS::Lambda::Function').map(({ Properties }) => Properties.Code.S3Key);
    expect(new Set(codes).size).toBe(routes.length);
    expect(JSON.stringify(template).length).toBeLessThan(200_000);
    expect(resourcesOf(stack).length).toBeLessThan(100);
  });

  test('has a function behind every method of every route', () => {
    const keys = resourcesOf(stack, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
    const expected = routes.flatMap((route) =>
      route.path === '$default' ? ['$default'] : methodsOf(route).map((method) => `${method} ${route.path}`),
    );
    expect(keys.toSorted()).toEqual(expected.toSorted());
  });

  test('throttles, more tightly where a request costs more', () => {
    const { Properties } = byPath(variant, 'DefaultStage/Resource');
    const post = { ThrottlingRateLimit: variant === everything ? 3 : 10, ThrottlingBurstLimit: 20 };
    expect(Properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 });
    expect(Properties.RouteSettings).toEqual({
      'POST /api/v1/reconcile': post,
      'POST /api/v1/normalize': post,
    });
  });

  test('logs who was answered what, and nothing that a caller sent', () => {
    const { Format } = byPath(variant, 'DefaultStage/Resource').Properties.AccessLogSettings;
    const variables = Object.values<string>(JSON.parse(Format)).map((text) => text.replace('$context.', ''));
    expect(variables.toSorted()).toEqual([
      'error.responseType',
      'requestId',
      'requestTime',
      'responseLatency',
      'responseLength',
      'routeKey',
      'status',
    ]);
  });

  test('keeps the ids of what a new id would replace', () => {
    const ids = resourcesOf(stack)
      .filter(({ Type }) =>
        /::(Api|Stage|DomainName|ApiMapping|LogGroup|Topic|Key|StateMachine|Dashboard)$/.test(Type),
      )
      .map(({ path, logicalId }) => [path, logicalId]);
    expect(IDS).toMatchObject(Object.fromEntries(ids));
  });

  test('says where it is', () => {
    const { Outputs } = stack.template;
    expect(Object.keys(Outputs)).toEqual(
      expect.arrayContaining(['BaseUrl', ...routes.map(({ id }) => `${id.replace('-', '')}FunctionArn`)]),
    );
  });
});

/** Path -> logical id. A change here replaces the resource in every deployment: addresses change, logs are lost. */
const IDS: Readonly<Record<string, string>> = {
  'AccessLogs/Resource': 'AccessLogs8B620ECA',
  'Api/Resource': 'ApiF70053CD',
  'DefaultStage/Resource': 'DefaultStageEE28A986',
  'Observability/Dashboard/Resource': 'ObservabilityDashboard9A1D08B3',
  'Observability/Topic/Resource': 'ObservabilityTopicFFC7823B',
  'Observability/TopicKey/Resource': 'ObservabilityTopicKey41264573',
  'connectors/FunctionLogs/Resource': 'connectorsFunctionLogs56B6416B',
  'example/FunctionLogs/Resource': 'exampleFunctionLogs9AEF96FD',
  'manifest/FunctionLogs/Resource': 'manifestFunctionLogsD8B550A2',
  'normalize/FunctionLogs/Resource': 'normalizeFunctionLogsFF9924BA',
  'not-found/FunctionLogs/Resource': 'notfoundFunctionLogs463B9091',
  'openapi/FunctionLogs/Resource': 'openapiFunctionLogsA42745D9',
  'reconcile/FunctionLogs/Resource': 'reconcileFunctionLogsE8A23D69',
  'Billing/Logs/Resource': 'BillingLogs14632ACA',
  'Billing/StateMachine/Resource': 'BillingStateMachine6A2F73A6',
  'Billing/Topic/Resource': 'BillingTopic68835BAA',
  'Domain/Resource': 'Domain66AC69E0',
  'DomainMapping/Resource': 'DomainMapping4BA2CB2B',
};

test('is public by default, and signed on demand save for preflights and the 404', () => {
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

test('answers under a custom domain', () => {
  const { template } = everything.stack;
  expect(template.Outputs.BaseUrl.Value).toBe('https://billing.example.com');
  expect(template.Outputs.DomainTarget).toBeDefined();
  expect(resourcesOf(everything.stack, 'AWS::ApiGatewayV2::DomainName')[0]?.Properties).toMatchObject({
    DomainName: DOMAIN.domainName,
    DomainNameConfigurations: [{ CertificateArn: DOMAIN.certificateArn, EndpointType: 'REGIONAL' }],
  });
  expect(resourcesOf(everything.stack, 'AWS::ApiGatewayV2::ApiMapping')).toHaveLength(1);
});

test('reserves concurrency only on request', () => {
  const reservedBy = ({ stack }: Variant) =>
    resourcesOf(stack, 'AWS::Lambda::Function')
      .filter(({ Properties }) => 'ReservedConcurrentExecutions' in Properties)
      .map(({ path, Properties }) => [path, Properties.ReservedConcurrentExecutions]);
  expect(reservedBy(plain)).toEqual([]);
  expect(reservedBy(everything)).toEqual([
    ['reconcile/Function/Resource', 5],
    ['normalize/Function/Resource', 5],
  ]);
});

test('lets a role of the customer invoke the POST functions', () => {
  const invokers = resourcesOf(everything.stack, 'AWS::Lambda::Permission').filter(({ path }) =>
    path.endsWith('/Invoker'),
  );
  expect(invokers.map(({ path }) => path)).toEqual([
    'reconcile/Function/Invoker',
    'normalize/Function/Invoker',
  ]);
  for (const { Properties } of invokers)
    expect(Properties).toMatchObject({ Action: 'lambda:InvokeFunction', Principal: ROLE });
});

describe('alarms', () => {
  const alarmsOf = ({ stack }: Variant) => resourcesOf(stack, 'AWS::CloudWatch::Alarm');

  test('watch the API, and what is invoked past it', () => {
    expect(alarmsOf(plain).map(({ path }) => path.split('/')[1])).toEqual([
      'ServerErrors',
      ...['reconcile', 'normalize'].flatMap((id) => [`${id}Failures`, `${id}Throttles`, `${id}Slow`]),
    ]);
    for (const { Properties } of alarmsOf(plain)) {
      expect(Properties.TreatMissingData).toBe('notBreaching');
      expect(Properties.AlarmDescription).toMatch(/\.$/);
      expect(Properties.AlarmActions).toBeUndefined();
    }
  });

  test('and the dashboard are as many as the bill tells', () => {
    const metrics = alarmsOf(plain).flatMap(({ Properties: { Metrics = [{ MetricStat: {} }] } }) => Metrics);
    expect(metrics.filter((metric: object) => 'MetricStat' in metric)).toHaveLength(standing.alarmMetrics);
    expect(resourcesOf(plain.stack, 'AWS::CloudWatch::Dashboard')).toHaveLength(standing.dashboards);
  });

  test('do not count refusals as failures', () => {
    const failures = byPath(plain, 'Observability/reconcileFailures/Resource').Properties;
    const { logicalId } = byPath(plain, 'reconcile/Function/Resource');
    expect(failures.Metrics).toEqual([
      expect.objectContaining({ Expression: 'errors - FILL(refusals, 0)' }),
      expect.objectContaining({ Id: 'errors' }),
      expect.objectContaining({
        Id: 'refusals',
        MetricStat: expect.objectContaining({
          Metric: {
            Namespace: 'ReconciliationService',
            MetricName: 'directRefusals',
            Dimensions: [{ Name: 'functionName', Value: { Ref: logicalId } }],
          },
        }),
      }),
    ]);
  });

  test('go to the address through an encrypted topic that CloudWatch may publish to', () => {
    const topic = byPath(alarms, 'Observability/Topic/Resource');
    const key = byPath(alarms, 'Observability/TopicKey/Resource');
    for (const { Properties } of alarmsOf(alarms))
      expect(Properties.AlarmActions).toEqual([{ Ref: topic.logicalId }]);
    expect(topic.Properties.KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [key.logicalId, 'Arn'] });
    expect(key.Properties).toMatchObject({ EnableKeyRotation: true, PendingWindowInDays: 7 });
    const cloudWatch = { Service: 'cloudwatch.amazonaws.com' };
    const condition = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
    const common = { Effect: 'Allow', Principal: cloudWatch, Condition: condition };
    expect(key.Properties.KeyPolicy.Statement).toContainEqual({
      ...common,
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Resource: '*',
    });
    const policy = byPath(alarms, 'Observability/Topic/Policy/Resource').Properties.PolicyDocument;
    expect(policy.Statement).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Principal: '*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
      expect.objectContaining({ ...common, Action: 'sns:Publish', Resource: { Ref: topic.logicalId } }),
    ]);
    expect(resourcesOf(alarms.stack, 'AWS::SNS::Subscription')[0]?.Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: EMAIL.alarmEmail,
    });
    expect(resourcesOf(plain.stack, 'AWS::SNS::Topic')).toEqual([]);
  });
});

describe('the billing workflow', () => {
  const machine = () => byPath(everything, 'Billing/StateMachine/Resource').Properties;
  const arnOf = (path: string) => ({ 'Fn::GetAtt': [byPath(everything, path).logicalId, 'Arn'] });
  const functions = [arnOf('normalize/Function/Resource'), arnOf('reconcile/Function/Resource')];
  const topic = () => ({ Ref: byPath(everything, 'Billing/Topic/Resource').logicalId });

  test('exists on request only', () => {
    expect(resourcesOf(plain.stack, 'AWS::StepFunctions::StateMachine')).toEqual([]);
  });

  test('deploys the definition that its own tests walk through', () => {
    const [, parts] = machine().DefinitionString['Fn::Join'];
    const text = parts.map((part: unknown) =>
      typeof part === 'string' ? part : `<${JSON.stringify(part)}>`,
    );
    // A reference stands inside a JSON string: its quotes are escaped there.
    const name = (reference: object) => `<${JSON.stringify(reference)}>`;
    const definition = billingDefinition({
      partition: name({ Ref: 'AWS::Partition' }),
      normalize: name(functions[0] as object),
      reconcile: name(functions[1] as object),
      topic: name(topic()),
    });
    expect(text.join('')).toBe(
      JSON.stringify(definition).replaceAll(/<.*?>/g, (reference) => JSON.parse(`"${reference}"`)),
    );
  });

  test('logs every step without its data, and is traced', () => {
    expect(machine()).toMatchObject({
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
      TracingConfiguration: { Enabled: true },
    });
  });

  test('may invoke its two functions and publish to its topic', () => {
    const granted = statementsOf(everything).filter(
      ({ path, Resource }) => path.startsWith('Billing/') && Resource !== '*',
    );
    expect(granted).toEqual([
      expect.objectContaining({ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: functions }),
      expect.objectContaining({ Effect: 'Allow', Action: 'sns:Publish', Resource: topic() }),
    ]);
  });
});

test('the dashboard shows every function, and its name is free in other regions', () => {
  const { DashboardName, DashboardBody } = byPath(plain, 'Observability/Dashboard/Resource').Properties;
  expect(DashboardName).toEqual({
    'Fn::Join': ['', ['ReconciliationService-prod-', { Ref: 'AWS::Region' }]],
  });
  const shown = JSON.stringify(DashboardBody);
  for (const { logicalId } of resourcesOf(plain.stack, 'AWS::Lambda::Function'))
    expect(shown).toContain(logicalId);
});

test('names each stage its own stack', () => {
  expect(plain.stack.stackName).toBe('ReconciliationService-prod');
  expect(everything.stack.stackName).toBe('ReconciliationService-test');
});
