import { describe, expect, test } from 'vitest';
import { standing } from '#tools/cost/cost.ts';
import { resourcesOf } from '../support/infra/template.ts';
import { ALARM_EMAIL, byPath, type Variant, type VariantName, variant } from '../support/infra/variants.ts';

const plain = variant('default');
const alarms = variant('alarms');

describe('alarms', () => {
  const alarmsOf = ({ stack }: Variant) => resourcesOf(stack, 'AWS::CloudWatch::Alarm');

  test('watch the API, and what is invoked past it', () => {
    expect(alarmsOf(plain).map(({ path }) => path.split('/')[1])).toEqual([
      ...['ServerErrors', 'Throttled', 'BytesProcessed'],
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
    expect(resourcesOf(plain.stack, 'AWS::Logs::MetricFilter')).toHaveLength(standing.filterMetrics);
  });

  test('count what the throttle turned away, of this stage alone', () => {
    const filter = byPath(plain, 'AccessLogs/Throttled/Resource').Properties;
    const { Format } = byPath(plain, 'DefaultStage/Resource').Properties.AccessLogSettings;
    // The access log writes the status as text.
    expect(JSON.parse(Format).status).toBe('$context.status');
    expect(filter.FilterPattern).toBe('{ $.status = "429" }');
    const [{ MetricName, MetricNamespace }] = filter.MetricTransformations;
    expect(MetricName).toContain('ReconciliationService-prod');
    const alarm = byPath(plain, 'Observability/Throttled/Resource').Properties;
    expect(alarm).toMatchObject({ MetricName, Namespace: MetricNamespace, Statistic: 'Sum', Threshold: 100 });
  });

  test('ring for what travels, because it is what the service costs', () => {
    expect(byPath(plain, 'Observability/BytesProcessed/Resource').Properties).toMatchObject({
      Namespace: 'AWS/ApiGateway',
      MetricName: 'DataProcessed',
      Statistic: 'Sum',
      Threshold: 1024 ** 3,
      EvaluationPeriods: 3,
      Dimensions: [{ Name: 'ApiId', Value: { Ref: byPath(plain, 'Api/Resource').logicalId } }],
    });
  });

  test.each<[name: VariantName, machine: string]>([
    ['workflow', 'Billing'],
    ['ledger', 'Ledger'],
  ])('with the settings of %s watch %s', (name, machine) => {
    const { Metrics } = byPath(variant(name), `Observability/${machine}Failed/Resource`).Properties;
    const names = Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: { MetricName: string } } }) =>
      MetricStat ? [MetricStat.Metric.MetricName] : [],
    );
    expect(names).toEqual(['ExecutionsFailed', 'ExecutionsTimedOut', 'ExecutionsAborted']);
  });

  test.each<[name: VariantName, machines: string[]]>([
    ['workflow', ['Billing']],
    ['ledger', ['Billing', 'Ledger']],
  ])('ring, with the settings of %s, for a state that was handed too much', (name, machines) => {
    const settled = variant(name);
    const rule = byPath(settled, 'Observability/DataLimitRule/Resource');
    const { source, detail, ...pattern } = rule.Properties.EventPattern;
    expect(source).toEqual(['aws.states']);
    expect(pattern['detail-type']).toEqual(['Step Functions Execution Status Change']);
    const arns = machines.map((one) => ({ Ref: byPath(settled, `${one}/StateMachine/Resource`).logicalId }));
    expect(detail).toEqual({
      status: ['FAILED'],
      error: ['States.DataLimitExceeded'],
      // Children of a Distributed Map have their map behind a slash.
      stateMachineArn: arns.flatMap((arn) => [arn, { prefix: { 'Fn::Join': ['', [arn, '/']] } }]),
    });
    expect(byPath(settled, 'Observability/DataLimitExceeded/Resource').Properties).toMatchObject({
      Namespace: 'AWS/Events',
      MetricName: 'MatchedEvents',
      Statistic: 'Sum',
      Threshold: 1,
      Dimensions: [{ Name: 'RuleName', Value: { Ref: rule.logicalId } }],
    });
  });

  test('ring where a schedule cannot start its workflow', () => {
    const ledger = variant('ledger');
    const { Properties } = byPath(ledger, 'Observability/ScheduleFailed/Resource');
    expect(Properties).toMatchObject({
      Namespace: 'AWS/Scheduler',
      MetricName: 'TargetErrorCount',
      Threshold: 1,
    });
    const [schedule] = resourcesOf(ledger.stack, 'AWS::Scheduler::Schedule');
    expect(Properties.Dimensions[0].Value).toEqual(schedule?.Properties.GroupName);
    expect(
      resourcesOf(ledger.stack, 'AWS::CloudWatch::Alarm').every((one) => one.Properties.AlarmActions),
    ).toBe(true);
  });

  test('ring for a start that the schedule gave up, whose input waits in a queue', () => {
    const ledger = variant('ledger');
    const queue = byPath(ledger, 'LedgerSchedule/Lost/Resource');
    expect(queue.Properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 1_209_600 });
    const [schedule] = resourcesOf(ledger.stack, 'AWS::Scheduler::Schedule');
    const arn = { 'Fn::GetAtt': [queue.logicalId, 'Arn'] };
    expect(schedule?.Properties.Target.DeadLetterConfig).toEqual({ Arn: arn });
    expect(byPath(ledger, 'Observability/ScheduleLost/Resource').Properties).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Threshold: 1,
      Dimensions: [{ Value: { 'Fn::GetAtt': [queue.logicalId, 'QueueName'] } }],
    });
  });

  test('ring where what runs every day has not succeeded for a day', () => {
    const ledger = variant('ledger');
    expect(byPath(ledger, 'Observability/NoSuccess/Resource').Properties).toMatchObject({
      Namespace: 'AWS/States',
      MetricName: 'ExecutionsSucceeded',
      Statistic: 'Sum',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
      Period: 3600,
      EvaluationPeriods: 26,
      Dimensions: [{ Value: { Ref: byPath(ledger, 'Ledger/StateMachine/Resource').logicalId } }],
    });
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
      Endpoint: ALARM_EMAIL,
    });
    expect(resourcesOf(plain.stack, 'AWS::SNS::Topic')).toEqual([]);
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
