import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  AlarmStatusWidget,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Endpoint } from './endpoint.ts';
import type { StackSettings } from './settings.ts';
import {
  apiWatches,
  countOf,
  endpointWatches,
  P99,
  PERIOD,
  SUM,
  scheduleWatches,
  silenceWatches,
  workflowWatches,
} from './watches.ts';
import type { LedgerSchedule } from './workflows/ledger-schedule.ts';
import type { Workflow } from './workflows/workflow.ts';

export interface ObservabilityProps {
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  readonly endpoints: readonly Endpoint[];
  readonly workflows: readonly Workflow[];
  /** What starts them, if anything does. */
  readonly schedule: LedgerSchedule | undefined;
  readonly settings: StackSettings;
}

/**
 * Alarms and a dashboard. The functions of the GET routes are watched through the API alone, which answers 5xx for
 * whatever goes wrong behind it; those of the POST routes may be invoked without it.
 */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { api, accessLogs, endpoints, workflows, schedule, settings } = props;
    // The last of the workflows is the one that works on the bucket.
    const scheduled = schedule?.machine ?? workflows.at(-1)?.machine;
    // Without an address, alarms only show on the dashboard.
    const action =
      settings.alarmEmail === undefined ? undefined : new SnsAction(this.#addTopic(settings.alarmEmail));
    const alarms = [
      ...apiWatches(api, accessLogs),
      ...endpoints.filter(({ route }) => route.method === 'POST').flatMap(endpointWatches),
      ...workflowWatches(this, workflows),
      ...(schedule ? scheduleWatches(schedule) : []),
      ...(scheduled ? silenceWatches(scheduled, settings) : []),
    ].map(({ id: name, ringsWithoutData, ...watch }) => {
      const alarm = new Alarm(this, name, {
        threshold: 1,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        // No traffic is no fault.
        treatMissingData: ringsWithoutData ? TreatMissingData.MISSING : TreatMissingData.NOT_BREACHING,
        ...watch,
      });
      if (action) alarm.addAlarmAction(action);
      if (action && ringsWithoutData) alarm.addInsufficientDataAction(action);
      return alarm;
    });
    this.#addDashboard(api, endpoints, alarms);
  }

  #addTopic(email: string): Topic {
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
    const { account } = Stack.of(this);
    const conditions = { StringEquals: { 'aws:SourceAccount': account } };
    // A key of our own: AWS's key for SNS does not let CloudWatch in, and alarms would be lost without a sound. Unlike
    // EventBridge, CloudWatch's alarms name their source to the key, so that the condition holds there, too.
    const masterKey = new Key(this, 'TopicKey', {
      description: 'Encrypts the alarms of the reconciliation service',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
      pendingWindow: Duration.days(7),
    });
    masterKey.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions,
      }),
    );
    const topic = new Topic(this, 'Topic', { masterKey, enforceSSL: true });
    // A policy of its own replaces the default one, which would have let the account's alarms in.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions,
      }),
    );
    topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  #addDashboard(api: HttpApi, endpoints: readonly Endpoint[], alarms: Alarm[]): void {
    const stack = Stack.of(this);
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12, height: 6 });
    const counts = (routeId: string, names: string[]) =>
      endpoints
        .filter(({ route }) => route.id === routeId)
        .flatMap((endpoint) => names.map((name) => countOf(endpoint, name).with({ label: name })));
    new Dashboard(this, 'Dashboard', {
      // Names of dashboards are shared by all regions of an account.
      dashboardName: `${stack.stackName}-${stack.region}`,
      defaultInterval: Duration.days(1),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 })],
        [
          graph('Requests and refusals', [
            api.metricCount(SUM),
            api.metricClientError(SUM),
            api.metricServerError(SUM),
          ]),
          graph('Latency as callers see it', [
            api.metricLatency({ statistic: 'p50', period: PERIOD }),
            api.metricLatency(P99),
          ]),
        ],
        [
          graph(
            'Invocations',
            endpoints.map(({ route, function: f }) => f.metricInvocations({ ...SUM, label: route.id })),
          ),
          graph(
            'Duration, p99',
            endpoints.map(({ route, function: f }) => f.metricDuration({ ...P99, label: route.id })),
          ),
        ],
        [
          graph(
            'Records reconciled',
            counts('reconcile', ['downstreamRecords', 'upstreamRecords', 'paymentRecords']),
          ),
          graph('Findings', counts('reconcile', ['criticalFindings', 'warningFindings', 'infoFindings'])),
        ],
      ],
    });
  }
}
