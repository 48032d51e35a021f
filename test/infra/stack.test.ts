import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { postRoutes, routes } from '#functions/routes.ts';
import { listMethods } from '#shared/http/route.ts';
import {
  byPath,
  CONTEXTS,
  resourcesOf,
  statementsOf,
  type VariantName,
  variant,
  variantNames,
} from '../support/infra/variants.ts';

test.each(Object.keys(CONTEXTS) as VariantName[])(
  'the stack with the settings of %s leaves nothing behind except logs that expire',
  (name) => {
    const { stack } = variant(name);
    const logs = resourcesOf(stack, 'AWS::Logs::LogGroup');
    expect(logs.length).toBeGreaterThan(routes.length);
    for (const { Properties } of logs)
      expect(Properties.RetentionInDays).toBe(name === 'everything' ? 7 : 30);
    const retained = resourcesOf(stack).filter(
      ({ DeletionPolicy = 'Delete', UpdateReplacePolicy = 'Delete' }) =>
        [DeletionPolicy, UpdateReplacePolicy].some((policy) => policy !== 'Delete'),
    );
    expect(retained.map(({ path }) => path)).toEqual(
      'keepLogs' in CONTEXTS[name] ? logs.map(({ path }) => path) : [],
    );
  },
);

describe.each(variantNames)('the stack with the settings of %s', (name) => {
  const settled = variant(name);
  const { app, stack } = settled;

  test('synthesizes without a warning', () => {
    expect(stack.messages.map(({ entry }) => entry.data)).toEqual([]);
    const report = readFileSync(join(stack.assembly.directory, 'validation-report.json'), 'utf8');
    expect(JSON.parse(report).pluginReports).toEqual([]);
  });

  test('breaks no rule of AWS Solutions, except for those acknowledged with a reason', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(app);
    expect(violations.map(({ ruleName, description }) => `${ruleName}: ${description}`)).toEqual([]);
  });

  test('acknowledges only rules that it breaks', () => {
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
    expect(resourcesOf(stack, 'AWS::Lambda::Function')).toHaveLength(routes.length);
    for (const { id, method } of routes) {
      const { Properties } = byPath(settled, `${id}/Function/Resource`);
      expect(Properties).toMatchObject({
        // Memory also determines the CPU of the routes that compute.
        MemorySize: method === 'POST' ? 1024 : 256,
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: 20,
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
      });
      expect(Properties.Environment?.Variables).toEqual(
        name === 'everything' ? { AUTH: 'iam', NODE_OPTIONS: '--enable-source-maps' } : undefined,
      );
      expect(Properties.VpcConfig).toBeUndefined();
    }
  });

  test('allows each function to write only its own log', () => {
    const logId = (routeId: string) => byPath(settled, `${routeId}/FunctionLogs/Resource`).logicalId;
    const statements = statementsOf(settled).filter(({ path }) => !path.startsWith('Billing/'));
    const traces = {
      Effect: 'Allow',
      Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
      Resource: '*',
    };
    expect(statements).toEqual(
      routes.flatMap(({ id }) => {
        const path = `${id}/FunctionRole/DefaultPolicy/Resource`;
        const logs = {
          Effect: 'Allow',
          Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          Resource: { 'Fn::GetAtt': [logId(id), 'Arn'] },
        };
        return [{ path, ...logs }, ...(name === 'everything' ? [{ path, ...traces }] : [])];
      }),
    );
    for (const { Properties } of resourcesOf(stack, 'AWS::IAM::Role'))
      expect(Object.keys(Properties)).toEqual(['AssumeRolePolicyDocument']);
  });

  test('uses wildcard permissions only where AWS has no resource name', () => {
    const wild = statementsOf(settled).filter((statement) => /\*/.test(JSON.stringify(statement)));
    for (const { Action, Resource } of wild) {
      expect(Resource).toBe('*');
      for (const action of Action)
        expect(action).toMatch(
          /^(logs:\w+(LogDelivery|LogDeliveries|ResourcePolicy|ResourcePolicies|LogGroups)|xray:\w+)$/,
        );
    }
  });

  test('allows only its own API and the configured role to invoke each function', () => {
    const permissions = resourcesOf(stack, 'AWS::Lambda::Permission').filter(
      ({ path }) => !path.endsWith('/Invoker'),
    );
    expect(permissions).toHaveLength(routes.length);
    const api = byPath(settled, 'Api/Resource').logicalId;
    for (const { Properties } of permissions)
      expect(Properties).toMatchObject({
        Principal: 'apigateway.amazonaws.com',
        SourceArn: { 'Fn::Join': ['', expect.arrayContaining([{ Ref: api }])] },
      });
  });

  test('deploys into an account with a default bootstrap', () => {
    const { template, dependencies, environment } = stack;
    expect(Object.keys(template.Parameters)).toEqual(['BootstrapVersion']);
    expect(template.Parameters.BootstrapVersion.Default).toBe('/cdk-bootstrap/hnb659fds/version');
    expect(Object.values<object>(template.Outputs).filter((output) => 'Export' in output)).toEqual([]);
    expect(environment.name).toBe('aws://unknown-account/unknown-region');
    expect(dependencies.filter(({ manifest }) => manifest.type !== 'cdk:asset-manifest')).toEqual([]);
    // One zip for each function, and the template; no image and no lookup in an account.
    const manifest = readFileSync(join(stack.assembly.directory, `${stack.id}.assets.json`), 'utf8');
    const { files, dockerImages } = JSON.parse(manifest);
    expect(Object.keys(files)).toHaveLength(routes.length + 1);
    expect(Object.keys(dockerImages)).toEqual([]);
    expect(stack.assembly.manifest.missing).toBeUndefined();
    for (const { Properties } of resourcesOf(stack, 'AWS::Lambda::Function'))
      expect(JSON.stringify(Properties.Code.S3Bucket)).toContain('cdk-hnb659fds-assets-');
    // Limit of CloudFormation for a template.
    expect(JSON.stringify(template).length).toBeLessThan(1_000_000);
    expect(resourcesOf(stack).length).toBeLessThan(500);
  });

  test('has a function behind every method of every route', () => {
    const keys = resourcesOf(stack, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
    const expected = routes.flatMap((route) =>
      route.path === '$default'
        ? ['$default']
        : listMethods(route).map((method) => `${method} ${route.path}`),
    );
    expect(keys.toSorted()).toEqual(expected.toSorted());
  });

  test('throttles expensive requests more tightly', () => {
    const { Properties } = byPath(settled, 'DefaultStage/Resource');
    const post = { ThrottlingRateLimit: name === 'everything' ? 3 : 1, ThrottlingBurstLimit: 10 };
    expect(Properties.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 2, ThrottlingBurstLimit: 20 });
    expect(Properties.RouteSettings).toEqual(
      Object.fromEntries(postRoutes.map(({ path }) => [`POST ${path}`, post])),
    );
  });

  test('logs status and caller of each request, but nothing that the caller sent', () => {
    const { Format } = byPath(settled, 'DefaultStage/Resource').Properties.AccessLogSettings;
    const variables = Object.values<string>(JSON.parse(Format)).map((text) => text.replace('$context.', ''));
    expect(variables.toSorted()).toEqual([
      ...['error.responseType', 'integration.error', 'integration.requestId', 'requestId', 'requestTime'],
      ...['responseLatency', 'responseLength', 'routeKey', 'status'],
    ]);
  });

  test('keeps the logical ids of resources whose replacement would lose data', () => {
    const ids = resourcesOf(stack)
      .filter(({ Type }) =>
        /::(Api|Stage|DomainName|ApiMapping|LogGroup|Topic|Key|StateMachine|Dashboard|Budget)$/.test(Type),
      )
      .map(({ path, logicalId }) => [path, logicalId] as const);
    for (const [path, id] of ids)
      expect(IDS[path], `${path} is ${id}: add it to IDS if it is new; an old one keeps its id`).toBe(id);
  });

  test('outputs its address', () => {
    const { Outputs } = stack.template;
    expect(Object.keys(Outputs)).toEqual(
      expect.arrayContaining(['BaseUrl', ...routes.map(({ id }) => `${id.replace('-', '')}FunctionArn`)]),
    );
  });
});

/** Logical id by path. A changed id replaces the resource in every deployment: addresses change, logs are lost. */
const IDS: Readonly<Record<string, string>> = {
  'AccessLogs/Resource': 'AccessLogs8B620ECA',
  'Api/Resource': 'ApiF70053CD',
  'DefaultStage/Resource': 'DefaultStageEE28A986',
  'Observability/Dashboard/Resource': 'ObservabilityDashboard9A1D08B3',
  'Observability/Topic/Resource': 'ObservabilityTopicFFC7823B',
  'Observability/TopicKey/Resource': 'ObservabilityTopicKey41264573',
  'connectors/FunctionLogs/Resource': 'connectorsFunctionLogs56B6416B',
  'console/FunctionLogs/Resource': 'consoleFunctionLogs4C755C0D',
  'engine/FunctionLogs/Resource': 'engineFunctionLogs549E4D92',
  'example/FunctionLogs/Resource': 'exampleFunctionLogs9AEF96FD',
  'manifest/FunctionLogs/Resource': 'manifestFunctionLogsD8B550A2',
  'normalize/FunctionLogs/Resource': 'normalizeFunctionLogsFF9924BA',
  'not-found/FunctionLogs/Resource': 'notfoundFunctionLogs463B9091',
  'openapi/FunctionLogs/Resource': 'openapiFunctionLogsA42745D9',
  'reconcile/FunctionLogs/Resource': 'reconcileFunctionLogsE8A23D69',
  'Billing/Logs/Resource': 'BillingLogs14632ACA',
  'Billing/StateMachine/Resource': 'BillingStateMachine6A2F73A6',
  'Billing/Topic/Resource': 'BillingTopic68835BAA',
  'Budget/Budget': 'BudgetED13AE41',
  'Domain/Resource': 'Domain66AC69E0',
  'DomainMapping/Resource': 'DomainMapping4BA2CB2B',
};
