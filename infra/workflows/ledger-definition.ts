import { capacityText } from '#functions/ledgers/capacity.ts';
import { jsonata, notice, REFUSALS, RETRY, said } from './states.ts';

/** What the states of the workflow call. */
export interface LedgerTargets {
  readonly partition: string;
  /** ARN of the function that reads, reconciles and publishes. */
  readonly run: string;
  /** Memory of it. */
  readonly memoryMb: number;
  /** ARN of the topic that is told what each report says anew. */
  readonly topic: string;
}

export const LAMBDA_TIMEOUT_S = 900;
/** Of a whole execution, a day: it waits while others use up what S3 and Lambda give. */
export const LEDGER_TIMEOUT_S = 86_400;

/** S3, its key, or Lambda asks for patience. */
const THROTTLED = ['Throttled', 'Lambda.TooManyRequestsException'];
/** About an hour: other runs and other functions of the account come to an end meanwhile. */
const PATIENCE = { IntervalSeconds: 5, MaxAttempts: 40, BackoffRate: 1.5, MaxDelaySeconds: 120 };

/** What Lambda and Step Functions call an end for want of memory or of time. */
const TOO_LARGE = [
  'Runtime.OutOfMemory',
  'Runtime.ExitError',
  'Sandbox.Timedout',
  'Lambda.Unknown',
  'States.Timeout',
];

/** Why a run has ended so, in the language of its input, as an expression. */
function tooLargeText(memoryMb: number): string {
  const capacity = capacityText(memoryMb);
  const texts = said(
    `'The run did not fit into the memory or the 15 minutes of its function. ${capacity.en}'`,
    `'运行超出了函数的内存或 15 分钟时限。${capacity.zh}'`,
  );
  return `($zh := 'zh' in [$states.input.language]; ${texts})`;
}

/** Reads, reconciles, publishes and moves the pointer: one function, which may be called again whatever failed. */
const runStates = ({ partition, run, memoryMb }: LedgerTargets, next: string) => ({
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
      { ErrorEquals: THROTTLED, ...PATIENCE, JitterStrategy: 'FULL' },
      { ErrorEquals: ['States.ALL'], ...RETRY },
    ],
    Catch: [{ ErrorEquals: TOO_LARGE, Output: jsonata('$states.input'), Next: 'TooLarge' }],
    Output: jsonata('$states.result.Payload'),
    Next: next,
  },
  TooLarge: {
    Type: 'Fail',
    Error: 'RunTooLarge',
    Cause: jsonata(tooLargeText(memoryMb)),
  },
});

/**
 * The ledger workflow in the Amazon States Language, its expressions in JSONata. Rows stay in the bucket; states carry
 * the input, and in the end the result.
 *
 * Only want of memory or time is caught, which no repetition mends. An execution that fails otherwise and is redriven
 * goes on where it failed: it starts the run again, or tells of it again.
 */
export const ledgerDefinition = (targets: LedgerTargets) => ({
  Comment: 'Reconciles the exports of a period in a bucket, and writes the report there.',
  QueryLanguage: 'JSONata',
  TimeoutSeconds: LEDGER_TIMEOUT_S,
  StartAt: 'Run',
  States: {
    ...runStates(targets, 'Tell'),
    Tell: {
      ...notice(targets, jsonata('$states.input.notice.subject'), jsonata('$states.input.notice.message')),
      Output: jsonata('$states.input.result'),
      End: true,
    },
  },
});
