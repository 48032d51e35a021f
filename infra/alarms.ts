import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { METRICS_DIMENSION, METRICS_NAMESPACE } from '#shared/http/request-log.ts';
import type { Endpoint } from './endpoint.ts';
import { isDaily } from './schedule-expression.ts';
import type { StackSettings } from './settings.ts';
import type { LedgerSchedule } from './workflows/ledger-schedule.ts';
import type { Workflow } from './workflows/workflow.ts';

/** Time over which metrics are aggregated. */
export const PERIOD = Duration.minutes(5);
/** Metric option: sum over five minutes. */
export const SUM = { statistic: 'Sum', period: PERIOD };
/** Metric option: 99th percentile over five minutes. */
export const P99 = { statistic: 'p99', period: PERIOD };

/** Properties of an alarm. The description is written for the person on call; the default threshold is 1. */
interface AlarmSpec extends Partial<Omit<AlarmProps, 'metric' | 'treatMissingData'>> {
  readonly id: string;
  readonly metric: IMetric;
  readonly alarmDescription: string;
  /** Also notifies when an alarm that had data has no more. A new alarm without data stays silent. */
  readonly ringsWithoutData?: boolean;
}

/** Metric for a number that the endpoint's function logs, such as `directRefusals`: its sum over five minutes. */
export const createLogMetric = (endpoint: Endpoint, metricName: string) =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { [METRICS_DIMENSION]: endpoint.function.functionName },
    ...SUM,
  });

/**
 * Errors of the function, without direct invocations that it refused: Lambda counts those, but the caller caused them.
 */
const failureMetric = (endpoint: Endpoint) =>
  new MathExpression({
    expression: 'errors - FILL(refusals, 0)',
    label: `${endpoint.route.id} failures`,
    usingMetrics: {
      errors: endpoint.function.metricErrors(SUM),
      refusals: createLogMetric(endpoint, 'directRefusals'),
    },
    period: PERIOD,
  });

/** Number of calls refused with 429, counted from the access log: API Gateway has no metric for them. */
const throttleMetric = (accessLogs: LogGroup) =>
  new MetricFilter(accessLogs, 'Throttled', {
    logGroup: accessLogs,
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricNamespace: METRICS_NAMESPACE,
    // Name the metric after the stack, because the stages of an account share the namespace.
    metricName: `${Stack.of(accessLogs).stackName}-throttled`,
    metricValue: '1',
  }).metric(SUM);

/** Bytes in and out of the API in five minutes. Sustained, 1 GiB costs about 800 dollars of transfer a month. */
const BYTES_PROCESSED_MAX = 1024 ** 3;

/** Lists the alarms of the API as a whole: server errors, throttled calls and unusual transfer. */
export const listApiAlarms = (api: HttpApi, accessLogs: LogGroup): AlarmSpec[] => [
  {
    id: 'ServerErrors',
    metric: api.metricServerError(SUM),
    alarmDescription:
      'Callers got 5xx replies. The access log shows the route, and the log of its function shows the error.',
  },
  {
    id: 'Throttled',
    metric: throttleMetric(accessLogs),
    threshold: 100,
    alarmDescription: 'Calls were throttled. Raise the limit, or find out who is calling so often.',
  },
  {
    id: 'BytesProcessed',
    metric: api.metricDataProcessed(SUM),
    threshold: BYTES_PROCESSED_MAX,
    evaluationPeriods: 3,
    alarmDescription:
      'More than 1 GiB was transferred every five minutes for 15 minutes. Find out who is transferring so much: data transfer is the largest cost of the service.',
  },
];

/** Alarm for an execution that fails, times out or is aborted. */
const failureAlarm = ({ node, machine }: Workflow): AlarmSpec => ({
  id: `${node.id}Failed`,
  metric: new MathExpression({
    expression: 'SUM(METRICS())',
    label: 'executions that failed',
    usingMetrics: {
      failed: machine.metricFailed(SUM),
      timedOut: machine.metricTimedOut(SUM),
      aborted: machine.metricAborted(SUM),
    },
    period: PERIOD,
  }),
  alarmDescription: 'An execution of the workflow failed, timed out or was aborted. See its history.',
});

/**
 * Lists the alarms of the workflows: for the failed executions of each, and a common alarm for executions of which a
 * state received too much data. Step Functions ends these without running `Catch`, so no notice is sent; an EventBridge
 * rule in `scope` counts them.
 */
export function listWorkflowAlarms(scope: Construct, workflows: readonly Workflow[]): AlarmSpec[] {
  if (workflows.length === 0) return [];
  const arns = workflows.map(({ machine }) => machine.stateMachineArn);
  const rule = new Rule(scope, 'DataLimitRule', {
    description: 'Executions that ended because a state received too much data',
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: {
        status: ['FAILED'],
        error: ['States.DataLimitExceeded'],
        // Child executions of a Distributed Map have the ARN of the state machine with a slash and a suffix.
        stateMachineArn: arns.flatMap((arn) => [arn, { prefix: `${arn}/` }]),
      },
    },
  });
  return [
    ...workflows.map(failureAlarm),
    {
      id: 'DataLimitExceeded',
      // The rule has no target: CloudWatch counts the events that it matches.
      metric: new Metric({
        namespace: 'AWS/Events',
        metricName: 'MatchedEvents',
        ...SUM,
        dimensionsMap: { RuleName: rule.ruleName },
      }),
      alarmDescription:
        'A state of a workflow received more than 262 144 bytes. A retry will fail as well. Pass larger data through the bucket.',
    },
  ];
}

/** Lists the alarms for a schedule that cannot start its workflow, so that no execution exists that could fail. */
export const listScheduleAlarms = ({ group, lost }: LedgerSchedule): AlarmSpec[] => [
  {
    id: 'ScheduleFailed',
    metric: group.metricTargetErrors(SUM),
    alarmDescription: 'The schedule could not start the workflow. It keeps trying for a day.',
  },
  {
    id: 'ScheduleLost',
    metric: lost.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD }),
    alarmDescription:
      'The schedule could not start the workflow and has given up. Take its input from the queue, start an execution with it, then delete the message from the queue.',
  },
];

/** Default wait for a daily schedule: a day, and two hours for a late or slow run. */
const DAILY_SILENCE_HOURS = 26;

/**
 * Lists the alarm for a workflow that has not succeeded for `ledgerSilentHours`, because it was not started or hangs.
 * Without the setting, a daily schedule gets one after 26 hours, and any other none. The alarm stays silent until the
 * workflow has succeeded for the first time.
 */
export function listSilenceAlarms(machine: StateMachine, settings: StackSettings): AlarmSpec[] {
  const { ledgerSchedule, ledgerSilentHours } = settings;
  const byDefault = ledgerSchedule !== undefined && isDaily(ledgerSchedule) ? DAILY_SILENCE_HOURS : undefined;
  const hours = ledgerSilentHours ?? byDefault;
  if (hours === undefined) return [];
  return [
    {
      id: 'NoSuccess',
      metric: machine.metricSucceeded({ statistic: 'Sum', period: Duration.hours(1) }),
      evaluationPeriods: hours,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      ringsWithoutData: true,
      alarmDescription: `No execution of the workflow has succeeded for ${hours} hours. Check whether it was started or is stuck. The state is INSUFFICIENT_DATA instead of ALARM, because only successes are counted.`,
    },
  ];
}

/** Lists the alarms of an endpoint's function: failures, throttled invocations and slow requests. */
export const listEndpointAlarms = (endpoint: Endpoint): AlarmSpec[] => [
  {
    id: `${endpoint.route.id}Failures`,
    metric: failureMetric(endpoint),
    alarmDescription: 'The function crashed, or ran out of time or memory. Its log shows the error.',
  },
  {
    id: `${endpoint.route.id}Throttles`,
    metric: endpoint.function.metricThrottles(SUM),
    alarmDescription:
      'Lambda throttled invocations: the concurrency of the account, or the reserved concurrency, is used up. Raise it, or find out who is calling so often.',
  },
  {
    id: `${endpoint.route.id}Slow`,
    metric: endpoint.function.metricDuration(P99),
    threshold: 5000,
    evaluationPeriods: 3,
    alarmDescription:
      'One request in a hundred takes more than 5 s, a quarter of the timeout. Normally, even the largest request takes less than half a second. Check the duration and memory of the function.',
  },
];
