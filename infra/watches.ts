import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { METRICS_DIMENSION, METRICS_NAMESPACE } from '#shared/http/request-log.ts';
import type { Endpoint } from './endpoint.ts';
import type { LedgerSchedule } from './workflows/ledger-schedule.ts';

export const PERIOD = Duration.minutes(5);
export const SUM = { statistic: 'Sum', period: PERIOD };
export const P99 = { statistic: 'p99', period: PERIOD };

/** One alarm: the metric, the threshold, and what the person it wakes should know. */
export interface Watch {
  readonly id: string;
  readonly metric: IMetric;
  /** 1 where it is absent. */
  readonly threshold?: number;
  /** Periods of the metric in a row; 1 where it is absent. */
  readonly periods?: number;
  /** Rings below the threshold, and where nothing is counted: what should happen did not. */
  readonly isMissed?: true;
  readonly meaning: string;
}

/** A count of the function's own log lines. */
export const countOf = (endpoint: Endpoint, metricName: string) =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { [METRICS_DIMENSION]: endpoint.function.functionName },
    ...SUM,
  });

/** Lambda counts a direct invocation that was refused as an error of the function; the caller's faults are no alarm. */
const failuresOf = (endpoint: Endpoint) =>
  new MathExpression({
    expression: 'errors - FILL(refusals, 0)',
    label: `${endpoint.route.id} failures`,
    usingMetrics: {
      errors: endpoint.function.metricErrors(SUM),
      refusals: countOf(endpoint, 'directRefusals'),
    },
    period: PERIOD,
  });

/** Calls refused by the throttle. API Gateway has no metric for them: its 4xx count every caller's fault. */
const throttledOf = (accessLogs: LogGroup) =>
  new MetricFilter(accessLogs, 'Throttled', {
    logGroup: accessLogs,
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricNamespace: METRICS_NAMESPACE,
    // Stages of an account share the namespace.
    metricName: `${Stack.of(accessLogs).stackName}-throttled`,
    metricValue: '1',
  }).metric(SUM);

/** What API Gateway took and gave: at 1 GiB in five minutes, its transfer alone costs some 800 dollars a month. */
const BYTES_PROCESSED_MAX = 1024 ** 3;

/** What is wrong with the API as a whole. */
export const apiWatches = (api: HttpApi, accessLogs: LogGroup): Watch[] => [
  {
    id: 'ServerErrors',
    metric: api.metricServerError(SUM),
    meaning:
      'Callers got 5xx replies. The access log names the route, and the log of its function the place.',
  },
  {
    id: 'Throttled',
    metric: throttledOf(accessLogs),
    threshold: 100,
    meaning: 'The throttle refused calls: raise it, or find out who calls so often.',
  },
  {
    id: 'BytesProcessed',
    metric: api.metricDataProcessed(SUM),
    threshold: BYTES_PROCESSED_MAX,
    periods: 3,
    meaning:
      'A gigabyte in each five minutes of a quarter of an hour: transfer is the largest cost of the service.',
  },
];

/** Rings for every execution that fails, times out or is aborted. */
export const workflowWatch = (machine: StateMachine): Watch => ({
  // Of the construct that the machine belongs to: Billing, Ledger.
  id: `${machine.node.scope?.node.id}Failed`,
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
  meaning: 'An execution of the workflow failed, timed out or was aborted. Its history says where.',
});

/**
 * An execution that ended because a state received more than it can hold. No Catch sees that, so no notice reports
 * it; Step Functions names the error in the event of the execution's end. Children of a Distributed Map belong to
 * a machine whose name goes on behind a slash.
 */
export function dataLimitWatch(scope: Construct, machines: readonly StateMachine[]): Watch {
  const rule = new Rule(scope, 'DataLimitRule', {
    description: 'Executions that ended because a state received too much data',
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: {
        status: ['FAILED'],
        error: ['States.DataLimitExceeded'],
        stateMachineArn: machines.flatMap(({ stateMachineArn: arn }) => [arn, { prefix: `${arn}/` }]),
      },
    },
  });
  return {
    id: 'DataLimitExceeded',
    // The rule has no target: that it matched is what is counted.
    metric: new Metric({
      namespace: 'AWS/Events',
      metricName: 'MatchedEvents',
      ...SUM,
      dimensionsMap: { RuleName: rule.ruleName },
    }),
    meaning:
      'A state of a workflow was handed more than 262 144 bytes. Larger ledgers go by way of the bucket: a repetition fails alike.',
  };
}

/** A schedule that cannot start its workflow leaves no execution that could fail. */
export const scheduleWatches = ({ group, lost }: LedgerSchedule): Watch[] => [
  {
    id: 'ScheduleFailed',
    metric: group.metricTargetErrors(SUM),
    meaning: 'The schedule could not start the workflow; it tries again for a day.',
  },
  {
    id: 'ScheduleLost',
    metric: lost.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD }),
    meaning:
      'The schedule has given up a start. Its input lies in the queue: start an execution with it, then delete it there.',
  },
];

/** Nothing has failed, and still there is no report: nobody started it, or it hangs. */
export const silenceWatch = (machine: StateMachine, hours: number): Watch => ({
  id: 'NoSuccess',
  metric: machine.metricSucceeded({ statistic: 'Sum', period: Duration.hours(1) }),
  periods: hours,
  isMissed: true,
  meaning: `No execution of the workflow has succeeded for ${hours} hours.`,
});

/** What is wrong with one function; a direct invocation passes by the API. */
export const endpointWatches = (endpoint: Endpoint): Watch[] => [
  {
    id: `${endpoint.route.id}Failures`,
    metric: failuresOf(endpoint),
    meaning: 'The function crashed, ran out of time or of memory. Its log names the place.',
  },
  {
    id: `${endpoint.route.id}Throttles`,
    metric: endpoint.function.metricThrottles(SUM),
    meaning: 'Lambda turned invocations away: the account or the reserved concurrency is used up.',
  },
  {
    id: `${endpoint.route.id}Slow`,
    metric: endpoint.function.metricDuration(P99),
    threshold: 5000,
    periods: 3,
    meaning:
      'One request of a hundred takes over 5 s, a quarter of the timeout; full ledgers take below half a second.',
  },
];
