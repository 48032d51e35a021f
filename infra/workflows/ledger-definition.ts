import { keys } from '#shared/ledger/keys.ts';
import { stages } from '#shared/ledger/registry.ts';
import { periodStates } from './period-states.ts';
import { jsonata, notice, REFUSALS, RETRY } from './states.ts';

/** ARNs and names that the states of the workflow call. */
export interface LedgerTargets {
  readonly partition: string;
  readonly bucket: string;
  /** Reads what the input names; reads and cuts exports; does everything between; writes the report. */
  readonly list: string;
  readonly read: string;
  readonly work: string;
  readonly write: string;
  /** Is told what each report says anew. */
  readonly topic: string;
}

/** Tasks of a stage that are done at once: what a new account's Lambda allows. */
const CONCURRENCY_MAX = 1000;
const LAMBDA_TIMEOUT_S = 900;
/** Of a whole execution, a day. */
export const LEDGER_TIMEOUT_S = 86_400;

/** What no repetition mends. */
const LASTING_FAULTS = [...REFUSALS, 'UnfitObject'];

/** `digest-requests` is the state DigestRequests. */
export const named = (id: string): string =>
  id
    .split('-')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('');

/** The function of each stage: only two of them read exports, and one writes reports. */
const functionOf = (id: string, { read, work, write }: LedgerTargets): string =>
  id === 'split' || id === 'deal' ? read : id === 'write' ? write : work;

const invocation = ({ partition }: LedgerTargets, functionArn: string, payload: object | string) => ({
  Type: 'Task',
  Resource: `arn:${partition}:states:::lambda:invoke`,
  Arguments: { FunctionName: functionArn, Payload: payload },
  TimeoutSeconds: LAMBDA_TIMEOUT_S,
  Retry: [
    { ErrorEquals: LASTING_FAULTS, MaxAttempts: 0 },
    // Anything else: a step may be repeated, whatever failed.
    { ErrorEquals: ['States.ALL'], ...RETRY },
  ],
});

const PLACE = { run: jsonata('$run'), output: jsonata('$output') };

/** A stage: planned once all tasks of the one before are done, then its tasks at once. A stage may have none. */
function statesOf(id: string, next: string, targets: LedgerTargets): Record<string, object> {
  const name = named(id);
  const { partition, bucket } = targets;
  return {
    [`Plan${name}`]: {
      ...invocation(targets, targets.work, { step: 'plan', stage: id, ...PLACE }),
      Output: jsonata('$states.result.Payload'),
      Next: `Has${name}`,
    },
    [`Has${name}`]: {
      Type: 'Choice',
      Choices: [{ Condition: jsonata('$states.input.tasks > 0'), Next: name }],
      Default: next,
    },
    [name]: {
      Type: 'Map',
      ItemReader: {
        Resource: `arn:${partition}:states:::s3:getObject`,
        ReaderConfig: { InputType: 'JSONL' },
        Arguments: { Bucket: bucket, Key: jsonata(`$run & '${keys.tasks(id)}'`) },
      },
      ItemSelector: { step: 'work', stage: id, ...PLACE, task: jsonata('$states.context.Map.Item.Value') },
      Retry: [{ ErrorEquals: ['States.ItemReaderFailed'], ...RETRY }],
      MaxConcurrency: CONCURRENCY_MAX,
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: `Do${name}`,
        States: {
          [`Do${name}`]: {
            ...invocation(targets, functionOf(id, targets), jsonata('$states.input')),
            // The outputs of all tasks together must fit into one state.
            Output: {},
            End: true,
          },
        },
      },
      Output: {},
      Next: next,
    },
  };
}

/**
 * The ledger workflow in the Amazon States Language, its expressions in JSONata: the registry of stages as states.
 * Rows, and lists of tasks, lie in the bucket; states carry two prefixes and a count.
 *
 * Nothing is caught. An execution that ends in a Fail state ends there again when it is redriven; one that fails where
 * the fault is goes on from there, a Map with those of its tasks that are not done.
 */
export function ledgerDefinition(targets: LedgerTargets) {
  const firstStates = stages.map(({ id }) => `Plan${named(id)}`);
  return {
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
        },
        Output: {},
        Next: firstStates[0],
      },
      ...Object.fromEntries(
        stages.flatMap(({ id }, place) =>
          Object.entries(statesOf(id, firstStates[place + 1] ?? 'Result', targets)),
        ),
      ),
      Result: {
        ...invocation(targets, targets.write, { step: 'result', ...PLACE }),
        Assign: { result: jsonata('$states.result.Payload.result') },
        Output: jsonata('$states.result.Payload.notice'),
        Next: 'Tell',
      },
      Tell: {
        ...notice(targets, jsonata('$states.input.subject'), jsonata('$states.input.message')),
        Output: {},
        Next: 'Remember',
      },
      /** Last of all: what nobody was told of is told by the next run. */
      Remember: {
        ...invocation(targets, targets.write, { step: 'remember', ...PLACE }),
        Output: jsonata('$result'),
        End: true,
      },
    },
  };
}
