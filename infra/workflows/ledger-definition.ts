import { describeCapacity } from '#functions/ledgers/capacity.ts';
import { buildNoticeState, chooseByLanguage, jsonata, REFUSALS, RETRY } from './states.ts';

/** ARNs of the resources that the states call. */
interface LedgerTargets {
  readonly partition: string;
  /** ARN of the function that reads, reconciles and publishes. */
  readonly run: string;
  /** Memory of that function, in MB. */
  readonly memoryMb: number;
  /** ARN of the topic for notices about each report. */
  readonly topic: string;
}

/** Timeout of the function, the longest that Lambda allows. */
export const LAMBDA_TIMEOUT_S = 900;
/** Timeout of a whole execution: a day, because it may wait for the limits of S3 and Lambda. */
export const LEDGER_TIMEOUT_S = 86_400;

/** Errors by which S3, KMS or Lambda refuse a call because of too many requests. */
const THROTTLED = ['Throttled', 'Lambda.TooManyRequestsException'];
/** Retries over about an hour, in which other runs and other functions of the account finish. */
const LONG_RETRY = { IntervalSeconds: 5, MaxAttempts: 40, BackoffRate: 1.5, MaxDelaySeconds: 120 };

/** Errors of Lambda and Step Functions for a function that ran out of memory or time. */
const TOO_LARGE = [
  'Runtime.OutOfMemory',
  'Runtime.ExitError',
  'Sandbox.Timedout',
  'Lambda.Unknown',
  'States.Timeout',
];

/** Builds the JSONata expression with the reason of such an end, in the language of the input. */
function tooLargeExpression(memoryMb: number): string {
  const capacity = describeCapacity(memoryMb);
  const texts = chooseByLanguage(
    `'The run did not fit into the memory or the 15 minutes of its function. ${capacity.en}'`,
    `'运行超出了内存上限或 15 分钟时限。${capacity.zh}'`,
  );
  return `($zh := 'zh' in [$states.input.language]; ${texts})`;
}

/**
 * Builds the state machine of the ledger workflow in the Amazon States Language. Rows stay in the bucket; the states
 * pass on only the input and the result. Only lack of memory or time is caught, because a retry cannot fix it. Any
 * other failed execution can be redriven: it repeats the run or the notice.
 */
export const buildLedgerDefinition = ({ partition, topic, run, memoryMb }: LedgerTargets) => ({
  Comment: 'Reconciles the exports of a period in a bucket, and writes the report there.',
  QueryLanguage: 'JSONata',
  TimeoutSeconds: LEDGER_TIMEOUT_S,
  StartAt: 'Run',
  States: {
    // The function reads, reconciles and publishes, and can safely be called again.
    Run: {
      Type: 'Task',
      Resource: `arn:${partition}:states:::lambda:invoke`,
      Arguments: {
        FunctionName: run,
        Payload: {
          input: jsonata('$states.input'),
          startedAt: jsonata('$states.context.Execution.StartTime'),
          execution: jsonata('$states.context.Execution.Id'),
        },
      },
      TimeoutSeconds: LAMBDA_TIMEOUT_S,
      Retry: [
        { ErrorEquals: [...REFUSALS, ...TOO_LARGE], MaxAttempts: 0 },
        { ErrorEquals: THROTTLED, ...LONG_RETRY, JitterStrategy: 'FULL' },
        { ErrorEquals: ['States.ALL'], ...RETRY },
      ],
      Catch: [{ ErrorEquals: TOO_LARGE, Output: jsonata('$states.input'), Next: 'TooLarge' }],
      Output: jsonata('$states.result.Payload'),
      Next: 'Tell',
    },
    TooLarge: {
      Type: 'Fail',
      Error: 'RunTooLarge',
      Cause: jsonata(tooLargeExpression(memoryMb)),
    },
    Tell: {
      ...buildNoticeState(
        { partition, topic },
        jsonata('$states.input.notice.subject'),
        jsonata('$states.input.notice.message'),
      ),
      Output: jsonata('$states.input.result'),
      End: true,
    },
  },
});
