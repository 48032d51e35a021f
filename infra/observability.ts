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
import {
  createLogMetric,
  listApiAlarms,
  listEndpointAlarms,
  listScheduleAlarms,
  listSilenceAlarms,
  listWorkflowAlarms,
  P99,
  PERIOD,
  SUM,
} from './alarms.ts';
import type { Endpoint } from './endpoint.ts';
import type { StackSettings } from './settings.ts';
import type { LedgerSchedule } from './workflows/ledger-schedule.ts';
import type { Workflow } from './workflows/workflow.ts';

interface ObservabilityProps {
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  readonly endpoints: readonly Endpoint[];
  readonly workflows: readonly Workflow[];
  readonly schedule: LedgerSchedule | undefined;
  readonly settings: StackSettings;
}

/**
 * Alarms and dashboard of the service. Only the functions of POST routes have alarms, because they may be invoked
 * without the API; if another function fails, the API replies with 5xx, which has an alarm.
 */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { api, accessLogs, endpoints, workflows, schedule, settings } = props;
    // The silence alarm watches the workflow that the schedule starts, else the last one: the ledger workflow, if deployed.
    const scheduled = schedule?.machine ?? workflows.at(-1)?.machine;
    // Without an address, alarms send no mail and are only on the dashboard.
    const action =
      settings.alarmEmail === undefined ? undefined : new SnsAction(this.#addTopic(settings.alarmEmail));
    const alarms = [
      ...listApiAlarms(api, accessLogs),
      ...endpoints.filter(({ route }) => route.method === 'POST').flatMap(listEndpointAlarms),
      ...listWorkflowAlarms(this, workflows),
      ...(schedule ? listScheduleAlarms(schedule) : []),
      ...(scheduled ? listSilenceAlarms(scheduled, settings) : []),
    ].map(({ id: name, ringsWithoutData, ...watch }) => {
      const alarm = new Alarm(this, name, {
        threshold: 1,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        // Missing data only means that there was no traffic, except for alarms that notify when data is missing.
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
    // Create a key, because CloudWatch may not use the AWS-managed key for SNS: its alarms would be lost silently. The
    // condition works here, because CloudWatch names the source account when it uses the key (EventBridge does not).
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
    // Allow CloudWatch explicitly, because this policy replaces the default policy of the topic.
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
    const reconcile = endpoints.filter(({ route }) => route.id === 'reconcile');
    const counts = (names: string[]) =>
      reconcile.flatMap((endpoint) =>
        names.map((name) => createLogMetric(endpoint, name).with({ label: name })),
      );
    new Dashboard(this, 'Dashboard', {
      // The region is part of the name, because all regions of an account share the names of dashboards.
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
          graph('Records reconciled', counts(['downstreamRecords', 'upstreamRecords', 'paymentRecords'])),
          graph('Findings', counts(['criticalFindings', 'warningFindings', 'infoFindings'])),
        ],
      ],
    });
  }
}
