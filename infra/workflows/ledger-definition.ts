import { periodStates } from './period-states.ts';
import { jsonata, notice, REFUSALS, RETRY } from './states.ts';

/** ARNs that the states of the workflow call, and how much they do at once. */
export interface LedgerTargets {
  readonly partition: string;
  /** Reads what the input names; reads exports; reconciles, and writes the report. */
  readonly list: string;
  readonly read: string;
  readonly write: string;
  /** Is told what each report says anew. */
  readonly topic: string;
  /** Tasks that read at once. */
  readonly concurrency: number;
}

const LAMBDA_TIMEOUT_S = 900;
/** Of a whole execution, a day. */
export const LEDGER_TIMEOUT_S = 86_400;

/** S3, its key, or Lambda asks for patience. */
const THROTTLED = ['Throttled', 'Lambda.TooManyRequestsException'];
/** About an hour: other runs and other functions of the account come to an end meanwhile. */
const PATIENCE = { IntervalSeconds: 5, MaxAttempts: 40, BackoffRate: 1.5, MaxDelaySeconds: 120 };

const invocation = ({ partition }: LedgerTargets, functionArn: string, payload: object | string) => ({
  Type: 'Task',
  Resource: `arn:${partition}:states:::lambda:invoke`,
  Arguments: { FunctionName: functionArn, Payload: payload },
  TimeoutSeconds: LAMBDA_TIMEOUT_S,
  Retry: [
    { ErrorEquals: REFUSALS, MaxAttempts: 0 },
    { ErrorEquals: THROTTLED, ...PATIENCE, JitterStrategy: 'FULL' },
    // Anything else: a step may be repeated, whatever failed.
    { ErrorEquals: ['States.ALL'], ...RETRY },
  ],
});

/** Tasks by their numbers, each of which leaves columns in the bucket. */
const readAll = (targets: LedgerTargets) => ({
  Type: 'Map',
  Items: jsonata('[0..$tasks - 1]'),
  ItemSelector: {
    step: 'read',
    run: jsonata('$run'),
    task: jsonata('$states.context.Map.Item.Value'),
    forks: jsonata('$forks'),
  },
  MaxConcurrency: targets.concurrency,
  ItemProcessor: {
    ProcessorConfig: { Mode: 'INLINE' },
    StartAt: 'Read',
    States: {
      Read: { ...invocation(targets, targets.read, jsonata('$states.input')), Output: {}, End: true },
    },
  },
  Output: {},
  Next: 'Reconcile',
});

/**
 * The ledger workflow in the Amazon States Language, its expressions in JSONata. Rows lie in the bucket; states carry
 * prefixes and a count, and in the end the result.
 *
 * Nothing is caught. An execution that ends in a Fail state ends there again when it is redriven; one that fails where
 * the fault is goes on from there, a Map with those of its tasks that are not done.
 */
export const ledgerDefinition = (targets: LedgerTargets) => ({
  Comment: 'Reconciles exports of any size in a bucket, and writes the report there.',
  QueryLanguage: 'JSONata',
  TimeoutSeconds: LEDGER_TIMEOUT_S,
  StartAt: 'HasRelativePeriod',
  States: {
    ...periodStates('List'),
    List: {
      ...invocation(targets, targets.list, {
        step: 'list',
        input: jsonata('$states.input'),
        startedAt: jsonata('$states.context.Execution.StartTime'),
      }),
      Assign: {
        run: jsonata('$states.result.Payload.run'),
        output: jsonata('$states.result.Payload.output'),
        tasks: jsonata('$states.result.Payload.tasks'),
        forks: null,
      },
      Output: {},
      Next: 'ReadAll',
    },
    ReadAll: readAll(targets),
    Reconcile: {
      ...invocation(targets, targets.write, {
        step: 'reconcile',
        run: jsonata('$run'),
        output: jsonata('$output'),
        forks: jsonata('$forks'),
      }),
      Output: jsonata('$states.result.Payload'),
      Next: 'HasForks',
    },
    /** One row tells that a log is a fork's, and then all its rows are read so: once more, and no third time. */
    HasForks: {
      Type: 'Choice',
      Choices: [
        {
          Condition: jsonata('$exists($states.input.forks)'),
          Assign: { forks: jsonata('$states.input.forks') },
          Output: {},
          Next: 'ReadAll',
        },
      ],
      Default: 'Tell',
    },
    Tell: {
      ...notice(targets, jsonata('$states.input.notice.subject'), jsonata('$states.input.notice.message')),
      Output: jsonata('$states.input'),
      Next: 'Remember',
    },
    /** Last of all: what nobody was told of is told by the next run. */
    Remember: {
      ...invocation(targets, targets.write, { step: 'remember', latest: jsonata('$states.input.latest') }),
      Output: jsonata('$states.input.result'),
      End: true,
    },
  },
});
