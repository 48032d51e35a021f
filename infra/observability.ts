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
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Endpoint } from './endpoint.ts';
import {
  apiWatches,
  countOf,
  dataLimitWatch,
  endpointWatches,
  P99,
  PERIOD,
  SUM,
  scheduleWatches,
  silenceWatch,
  type Watch,
  workflowWatch,
} from './watches.ts';
import type { LedgerSchedule } from './workflows/ledger-schedule.ts';

export interface ObservabilityProps {
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  readonly endpoints: readonly Endpoint[];
  readonly workflows: readonly StateMachine[];
  /** What starts them, if anything does. */
  readonly schedule?: LedgerSchedule;
  /** The workflow that must succeed, and the hours in which it must. */
  readonly silence?: { readonly machine: StateMachine; readonly hours: number };
  /** Address that alarms are sent to; without one they only show on the dashboard. */
  readonly alarmEmail?: string;
}

/**
 * Alarms and a dashboard. The functions of the GET routes are watched through the API alone, which answers 5xx for
 * whatever goes wrong behind it; those of the POST routes may be invoked without it.
 */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { api, accessLogs, endpoints, workflows, schedule, silence, alarmEmail } = props;
    const ledgerEndpoints = endpoints.filter(({ route }) => route.method === 'POST');
    const watches: Watch[] = [
      ...apiWatches(api, accessLogs),
      ...ledgerEndpoints.flatMap(endpointWatches),
      ...workflows.map(workflowWatch),
      ...(workflows.length > 0 ? [dataLimitWatch(this, workflows)] : []),
      ...(schedule ? scheduleWatches(schedule) : []),
      ...(silence ? [silenceWatch(silence.machine, silence.hours)] : []),
    ];
    const alarms = watches.map(
      ({ id: name, metric, threshold = 1, periods = 1, isMissed = false, meaning }) =>
        new Alarm(this, name, {
          alarmDescription: meaning,
          metric,
          threshold,
          evaluationPeriods: periods,
          comparisonOperator: isMissed
            ? ComparisonOperator.LESS_THAN_THRESHOLD
            : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
          // No traffic is no fault.
          treatMissingData: isMissed ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
        }),
    );
    if (alarmEmail !== undefined) {
      const action = new SnsAction(this.addTopic(alarmEmail));
      for (const alarm of alarms) alarm.addAlarmAction(action);
    }
    this.addDashboard(api, endpoints, alarms);
  }

  private addTopic(email: string): Topic {
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

  private addDashboard(api: HttpApi, endpoints: readonly Endpoint[], alarms: Alarm[]): void {
    const stack = Stack.of(this);
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12, height: 6 });
    const each = (metricOf: (endpoint: Endpoint) => IMetric) => endpoints.map(metricOf);
    const byId = new Map(endpoints.map((endpoint) => [endpoint.route.id, endpoint]));
    const counts = (routeId: string, names: string[]) => {
      const endpoint = byId.get(routeId);
      return endpoint ? names.map((name) => countOf(endpoint, name).with({ label: name })) : [];
    };
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
            each(({ route, function: f }) => f.metricInvocations({ ...SUM, label: route.id })),
          ),
          graph(
            'Duration, p99',
            each(({ route, function: f }) => f.metricDuration({ ...P99, label: route.id })),
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
