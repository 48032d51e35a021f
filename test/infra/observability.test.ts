import { describe, expect, test } from 'vitest';
import { postRoutes } from '#functions/routes.ts';
import { ALARM_EMAIL, byPath, resourcesOf, type Variant, variant } from '../support/infra/variants.ts';

const plain = variant('default');
const alarms = variant('alarms');
const ledger = variant('ledger');

const alarmsOf = ({ stack }: Variant) => resourcesOf(stack, 'AWS::CloudWatch::Alarm');

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Value: unknown }[];
}

/** Describes each alarm in a line: its metric, resources and threshold. */
function linesOf(settled: Variant): string[] {
  const paths = new Map(resourcesOf(settled.stack).map(({ logicalId, path }) => [logicalId, path]));
  const resource = ({ Value }: { readonly Value: unknown }) => {
    if (typeof Value === 'string') return Value;
    const [, id = ''] = /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(Value)) ?? [];
    return paths.get(id)?.replace('/Resource', '');
  };
  const told = ({ Namespace, MetricName, Dimensions = [] }: Metric) =>
    [Namespace.replace('AWS/', ''), MetricName, ...Dimensions.map(resource)].join(' ');
  return alarmsOf(settled).map(({ path, Properties: alarm }) => {
    const { Metrics, Statistic, ExtendedStatistic, Period, EvaluationPeriods, Threshold } = alarm;
    const counted = Metrics
      ? Metrics.map((part: { Expression: string; MetricStat?: { Metric: Metric } }) =>
          part.MetricStat ? told(part.MetricStat.Metric) : `${part.Expression}:`,
        ).join(' ')
      : `${told(alarm)}, ${Statistic ?? ExtendedStatistic} of ${Period} s`;
    const isMissed = alarm.ComparisonOperator === 'LessThanThreshold';
    // Missing data after earlier data is a fault only for a schedule; a new alarm has no data.
    expect(alarm.TreatMissingData, path).toBe(isMissed ? 'missing' : 'notBreaching');
    expect(alarm.InsufficientDataActions, path).toEqual(isMissed ? alarm.AlarmActions : undefined);
    expect(alarm.AlarmDescription).toMatch(/\.$/);
    const often = EvaluationPeriods > 1 ? `, ${EvaluationPeriods} times` : '';
    return `${path.split('/')[1]}: ${counted} ${isMissed ? 'below' : 'from'} ${Threshold}${often}`;
  });
}

describe('alarms', () => {
  const ofApi = [
    'ServerErrors: ApiGateway 5xx Api, Sum of 300 s from 1',
    'Throttled: ReconciliationService ReconciliationService-prod-throttled, Sum of 300 s from 100',
    // Transferred data is the main cost of the service.
    `BytesProcessed: ApiGateway DataProcessed Api, Sum of 300 s from ${1024 ** 3}, 3 times`,
    ...postRoutes.flatMap(({ id }) => [
      // Refusals are not failures.
      `${id}Failures: errors - FILL(refusals, 0): Lambda Errors ${id}/Function ReconciliationService directRefusals ${id}/Function from 1`,
      `${id}Throttles: Lambda Throttles ${id}/Function, Sum of 300 s from 1`,
      `${id}Slow: Lambda Duration ${id}/Function, p99 of 300 s from 5000, 3 times`,
    ]),
  ];
  const failed = (workflow: string) =>
    `${workflow}Failed: SUM(METRICS()): ${['Failed', 'TimedOut', 'Aborted'].map((end) => `States Executions${end} ${workflow}/StateMachine`).join(' ')} from 1`;
  const tooMuch = 'DataLimitExceeded: Events MatchedEvents Observability/DataLimitRule, Sum of 300 s from 1';

  test('watch the API, direct invocations, the workflows and their triggers', () => {
    expect(linesOf(plain)).toEqual(ofApi);
    expect(linesOf(variant('workflow'))).toEqual([...ofApi, failed('Billing'), tooMuch]);
    const [schedule] = resourcesOf(ledger.stack, 'AWS::Scheduler::Schedule');
    expect(linesOf(ledger)).toEqual([
      ...ofApi,
      ...[failed('Billing'), failed('Ledger'), tooMuch],
      `ScheduleFailed: Scheduler TargetErrorCount ${schedule?.Properties.GroupName}, Sum of 300 s from 1`,
      'ScheduleLost: SQS ApproximateNumberOfMessagesVisible LedgerSchedule/Lost, Maximum of 300 s from 1',
      'NoSuccess: States ExecutionsSucceeded Ledger/StateMachine, Sum of 3600 s below 1, 26 times',
    ]);
  });

  // docs/operate.md states their monthly price.
  test('count 11 metrics, besides one dashboard and one metric of the access log', () => {
    const metrics = alarmsOf(plain).flatMap(({ Properties: { Metrics = [{ MetricStat: {} }] } }) => Metrics);
    expect(metrics.filter((metric: object) => 'MetricStat' in metric)).toHaveLength(
      3 + 4 * postRoutes.length,
    );
    expect(resourcesOf(plain.stack, 'AWS::CloudWatch::Dashboard')).toHaveLength(1);
    expect(resourcesOf(plain.stack, 'AWS::Logs::MetricFilter')).toHaveLength(1);
  });

  test('count the throttled requests of this stage only', () => {
    const { Format } = byPath(plain, 'DefaultStage/Resource').Properties.AccessLogSettings;
    // The access log writes the status as text.
    expect(JSON.parse(Format).status).toBe('$context.status');
    const { MetricTransformations, FilterPattern } = byPath(
      plain,
      'AccessLogs/Throttled/Resource',
    ).Properties;
    expect(FilterPattern).toBe('{ $.status = "429" }');
    expect(MetricTransformations[0].MetricName).toBe('ReconciliationService-prod-throttled');
  });

  test.each([
    ['workflow', ['Billing']],
    ['ledger', ['Billing', 'Ledger']],
  ] as const)('with the settings of %s, report a state whose input is too large', (name, machines) => {
    const settled = variant(name);
    const { source, detail, ...pattern } = byPath(settled, 'Observability/DataLimitRule/Resource').Properties
      .EventPattern;
    expect(source).toEqual(['aws.states']);
    expect(pattern['detail-type']).toEqual(['Step Functions Execution Status Change']);
    const arns = machines.map((one) => ({ Ref: byPath(settled, `${one}/StateMachine/Resource`).logicalId }));
    expect(detail).toEqual({
      status: ['FAILED'],
      error: ['States.DataLimitExceeded'],
      // Child executions of a Distributed Map have the name of the map after a slash.
      stateMachineArn: arns.flatMap((arn) => [arn, { prefix: { 'Fn::Join': ['', [arn, '/']] } }]),
    });
  });

  test('report a start that the scheduler gave up and whose input is in a queue', () => {
    const queue = byPath(ledger, 'LedgerSchedule/Lost/Resource');
    expect(queue.Properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 1_209_600 });
    const [schedule] = resourcesOf(ledger.stack, 'AWS::Scheduler::Schedule');
    const arn = { 'Fn::GetAtt': [queue.logicalId, 'Arn'] };
    expect(schedule?.Properties.Target.DeadLetterConfig).toEqual({ Arn: arn });
  });

  test('are mailed through an encrypted topic that CloudWatch may publish to; without an address there is none', () => {
    const topic = byPath(alarms, 'Observability/Topic/Resource');
    const key = byPath(alarms, 'Observability/TopicKey/Resource');
    for (const { Properties } of alarmsOf(alarms))
      expect(Properties.AlarmActions).toEqual([{ Ref: topic.logicalId }]);
    for (const { Properties } of alarmsOf(ledger)) expect(Properties.AlarmActions).toHaveLength(1);
    for (const { Properties } of alarmsOf(plain)) expect(Properties.AlarmActions).toBeUndefined();
    expect(resourcesOf(plain.stack, 'AWS::SNS::Topic')).toEqual([]);
    expect(topic.Properties.KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [key.logicalId, 'Arn'] });
    expect(key.Properties).toMatchObject({ EnableKeyRotation: true, PendingWindowInDays: 7 });
    const Condition = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
    const common = { Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' }, Condition };
    const Action = ['kms:Decrypt', 'kms:GenerateDataKey'];
    expect(key.Properties.KeyPolicy.Statement).toContainEqual({ ...common, Action, Resource: '*' });
    const { PolicyDocument } = byPath(alarms, 'Observability/Topic/Policy/Resource').Properties;
    const noPlainHttp = { Bool: { 'aws:SecureTransport': 'false' } };
    expect(PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Principal: '*', Condition: noPlainHttp }),
      expect.objectContaining({ ...common, Action: 'sns:Publish', Resource: { Ref: topic.logicalId } }),
    ]);
    const [subscription] = resourcesOf(alarms.stack, 'AWS::SNS::Subscription');
    expect(subscription?.Properties).toMatchObject({ Protocol: 'email', Endpoint: ALARM_EMAIL });
  });
});

test('the dashboard shows every function, and its name is unique in the account', () => {
  const { DashboardName, DashboardBody } = byPath(plain, 'Observability/Dashboard/Resource').Properties;
  expect(DashboardName).toEqual({
    'Fn::Join': ['', ['ReconciliationService-prod-', { Ref: 'AWS::Region' }]],
  });
  const shown = JSON.stringify(DashboardBody);
  for (const { logicalId } of resourcesOf(plain.stack, 'AWS::Lambda::Function'))
    expect(shown).toContain(logicalId);
});
