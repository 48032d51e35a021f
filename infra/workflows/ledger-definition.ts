import { relativePeriods } from '#functions/steps/relative-period.ts';
import type { StepEvent } from '#functions/steps/step-of.ts';
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

/** A step's name, and what else it is asked for. */
type Asked = Pick<StepEvent, 'step'> & Readonly<Record<string, unknown>>;

const invocation = ({ partition }: LedgerTargets, functionArn: string, payload: Asked | string) => ({
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

/** What every step of a run is asked for: the run, and the forks whose dialect its rows are read in. */
const ofRun = (step: StepEvent['step'], ...names: string[]): Asked => ({
  step,
  ...Object.fromEntries(['run', 'forks', ...names].map((name) => [name, jsonata(`$${name}`)])),
});

/** What many tasks or shards do side by side, by their numbers: a state with a Map of the step. Each leaves objects in the bucket. */
const all = (
  targets: LedgerTargets,
  functionArn: string,
  { step, ...asked }: Asked,
  of: 'task' | 'shard',
  next: string,
) => {
  const name = `${step.charAt(0).toUpperCase()}${step.slice(1)}`;
  const each = { ...invocation(targets, functionArn, jsonata('$states.input')), Output: {}, End: true };
  return {
    [`${name}All`]: {
      Type: 'Map',
      Items: jsonata(`[0..$${of}s - 1]`),
      ItemSelector: { step, ...asked, [of]: jsonata('$states.context.Map.Item.Value') },
      MaxConcurrency: targets.concurrency,
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: name,
        States: { [name]: each },
      },
      Output: {},
      Next: next,
    },
  };
};

/** Reads all objects, in the dialect of the forks that their rows show, and tells how many shards they make. */
const reading = (targets: LedgerTargets) => ({
  ...all(targets, targets.read, ofRun('read'), 'task', 'Plan'),
  /** Looks at what sources say beside their rows: how many shards their columns make. */
  Plan: {
    ...invocation(targets, targets.write, ofRun('plan')),
    Assign: {
      shards: jsonata('$exists($states.result.Payload.shards) ? $states.result.Payload.shards : 0'),
    },
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
      { Condition: jsonata('$shards = 1'), Output: {}, Next: 'Reconcile' },
    ],
    Default: 'Look',
  },
});

/** The way of columns that one function has no room for, to what each shard comes to. */
const inShards = (targets: LedgerTargets) => ({
  /** What ties rows together that would come to different shards. */
  Look: { ...invocation(targets, targets.write, ofRun('look')), Output: {}, Next: 'DealAll' },
  ...all(targets, targets.read, ofRun('deal', 'shards'), 'task', 'LinkAll'),
  ...all(targets, targets.write, ofRun('link', 'shards'), 'shard', 'DigestAll'),
  ...all(targets, targets.write, ofRun('digest', 'shards'), 'shard', 'Reconcile'),
});

const NAMES = Object.keys(relativePeriods).map((name) => `'${name}'`);
const WITH_DAY = Object.entries(relativePeriods)
  .filter(([, placeholders]) => (placeholders as readonly string[]).includes('dd'))
  .map(([name]) => `'${name}'`);

/**
 * The input with the period that its relative one stands for, and with the first day of it wherever a text has
 * `{yyyy}`, `{mm}` or `{dd}`. Days are those of the input's offset from UTC; times in between are local ones,
 * in milliseconds, as though they were of UTC.
 */
const RESOLVED = jsonata(
  '(',
  '$input := $states.input;',
  '$dayMs := 86400000;',
  "$offsetMs := $exists($input.utcOffset) ? -$toMillis('1970-01-01T00:00:00' & $input.utcOffset) : 0;",
  '$now := $toMillis($exists($input.at) ? $input.at : $states.context.Execution.StartTime) + $offsetMs;',
  '$midnight := $now - $now % $dayMs;',
  "$firstOfMonth := function($ms) { $toMillis($fromMillis($ms, '[Y0001]-[M01]') & '-01T00:00:00Z') };",
  "$start := $input.period = 'yesterday' ? $midnight - $dayMs",
  ": $input.period = 'month-to-date' ? $firstOfMonth($midnight - $dayMs)",
  ': $firstOfMonth($firstOfMonth($midnight) - $dayMs);',
  "$end := $input.period = 'previous-month' ? $firstOfMonth($midnight) : $midnight;",
  "$text := $string($sift($input, function($value, $name) { $not($name in ['at', 'utcOffset']) }));",
  "$text := $replace($text, '{yyyy}', $fromMillis($start, '[Y0001]'));",
  "$text := $replace($text, '{mm}', $fromMillis($start, '[M01]'));",
  `$text := $input.period in [${WITH_DAY}] ? $replace($text, '{dd}', $fromMillis($start, '[D01]')) : $text;`,
  "$merge([$parse($text), {'period': {'start': $fromMillis($start - $offsetMs), 'end': $fromMillis($end - $offsetMs)}}])",
  ')',
);

/** The states before the first: an input with a relative period is resolved, any other goes on as it is. */
const periodStates = (next: string) => ({
  HasRelativePeriod: {
    Type: 'Choice',
    Choices: [{ Condition: jsonata(`$states.input.period in [${NAMES}]`), Next: 'ResolvePeriod' }],
    Default: next,
  },
  ResolvePeriod: { Type: 'Pass', Output: RESOLVED, Next: next },
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
    ...reading(targets),
    ...inShards(targets),
    /** One shard is reconciled here; of several, what they have come to is put together. */
    Reconcile: {
      ...invocation(targets, targets.write, ofRun('reconcile', 'output', 'shards')),
      Output: jsonata('$states.result.Payload'),
      Next: 'Tell',
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
