import { STATE_BYTES_MAX } from '#shared/limits.ts';
import { inputStates } from './billing-input.ts';
import { type ClosingRule, HELD_MESSAGE, openReasons } from './closing-rule.ts';
import { LEDGER_TIMEOUT_S } from './ledger-definition.ts';
import { jsonata, LINE, notice, REFUSALS, RETRY, said } from './states.ts';

/** ARNs that the states of the workflow call. */
export interface BillingTargets {
  readonly partition: string;
  readonly normalize: string;
  readonly reconcile: string;
  readonly topic: string;
  /** The ledger workflow, which takes what no state holds; absent where there is none. */
  readonly ledger?: string;
  readonly rule: ClosingRule;
}

/** Of an execution that has its rows in its state. */
const TIMEOUT_S = 600;

/** Lambda's passing faults. CDK's own default list lacks the one that throttling raises. */
const PASSING_FAULTS = [
  'Lambda.TooManyRequestsException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
];

/** Step Functions' own passing faults, where it is asked to start an execution. */
const PASSING_STARTS = [
  'StepFunctions.ExecutionLimitExceededException',
  'StepFunctions.SdkClientException',
  'StepFunctions.AWSStepFunctionsException',
];

/** Findings that a notice lists; its counts are those of all. */
const FINDINGS_MAX = 20;

/** Error names of the service that no retry mends. Its `PayloadTooLarge` is out of reach: no state holds so much. */
const EXPORT_REFUSALS = [...REFUSALS, 'ReplyTooLarge'];

const invocation = ({ partition }: BillingTargets, functionArn: string, body: string, options: object) => ({
  Type: 'Task',
  Resource: `arn:${partition}:states:::lambda:invoke`,
  Arguments: { FunctionName: functionArn, Payload: { body, options } },
  TimeoutSeconds: 30,
  Retry: [{ ErrorEquals: PASSING_FAULTS, ...RETRY }],
  Catch: [
    { ErrorEquals: EXPORT_REFUSALS, Output: jsonata('$states.errorOutput'), Next: 'ReportRefusal' },
    { ErrorEquals: ['States.ALL'], Output: jsonata('$states.errorOutput'), Next: 'ReportFailure' },
  ],
});

/** The error of a direct invocation carries the contract's error body as JSON, inside the JSON of Lambda's own. */
const REFUSAL_MESSAGE = jsonata(
  '(',
  LINE,
  '$refusal := $parse($parse($states.input.Cause).errorMessage);',
  `$join([${said("'The input was refused ('", "'输入被拒绝（'")} & $refusal.code & ${said("'). '", "'）。'")} & $line($refusal.message), $map($refusal.details, $line)], '\\n')`,
  ')',
);

/**
 * What failed in an execution of the ledger workflow, a refusal in its own sentences; of whatever else its task may run
 * into, the error itself. A cause that was cut off at its 32 768 characters is no JSON.
 */
const LEDGER_FAILURE = jsonata(
  '(',
  LINE,
  "$isWhole := function($cause) { $substring($cause, -1) = '}' };",
  '$error := $states.errorOutput;',
  "$ended := $error.Error = 'States.TaskFailed' and $isWhole($error.Cause) ? $parse($error.Cause) : {};",
  "$failure := $merge([$error, $sift($ended, function($value, $name) { $name in ['Error', 'Cause'] })]);",
  `$failure.Error in [${REFUSALS.map((name) => `'${name}'`)}] and $isWhole($failure.Cause) ? (`,
  '$refusal := $parse($parse($failure.Cause).errorMessage);',
  "{ 'Error': $failure.Error, 'Cause': $join([$line($refusal.message), $map($refusal.details, $line)], '\n') }",
  ") : $merge([$failure, { 'Cause': $line($failure.Cause) }])",
  ')',
);

/** Tells somebody of an execution that fails. */
const told = (targets: BillingTargets, subject: string, message: string, next: string) => ({
  ...notice(targets, subject, message),
  Output: jsonata('$states.input'),
  Next: next,
});

/** The way of ledgers that lie in the bucket: an execution of the ledger workflow, and its result. */
const ledgerStates = (targets: BillingTargets & { readonly ledger: string }) => ({
  ReconcileLedgers: {
    Type: 'Task',
    Resource: `arn:${targets.partition}:states:::states:startExecution.sync:2`,
    Arguments: { StateMachineArn: targets.ledger, Input: jsonata('$states.input.ledgers') },
    // An execution that failed has tried again already; only one that was not started is.
    Retry: [{ ErrorEquals: PASSING_STARTS, ...RETRY }],
    Catch: [{ ErrorEquals: ['States.ALL'], Output: LEDGER_FAILURE, Next: 'ReportLedgers' }],
    Assign: {
      nativeRows: jsonata('$states.result.Output.rows'),
      reasons: openReasons('$merge([$states.result.Output, $states.result.Output.rows])', targets.rule),
    },
    Output: jsonata('$states.result.Output'),
    Next: 'MayClose',
  },
  ReportLedgers: told(
    targets,
    'Billing ledgers not reconciled',
    jsonata(
      `$substring(${said("'The ledgers were not reconciled ('", "'对账没有完成（'")} & $states.input.Error & ${said("'). '", "'）。'")} & $states.input.Cause, 0, 8000)`,
    ),
    'Failed',
  ),
});

/** The ends of an execution that has neither closed nor held its period: somebody is told, and it fails. */
const failureStates = (targets: BillingTargets) => ({
  ReportRefusal: told(targets, 'Billing export refused', REFUSAL_MESSAGE, 'ExportRefused'),
  ExportRefused: {
    Type: 'Fail',
    Error: jsonata('$states.input.Error'),
    Cause: jsonata('$parse($states.input.Cause).errorMessage'),
  },
  ReportFailure: told(
    targets,
    'Billing workflow failed',
    jsonata(
      `${said("'The workflow failed with '", "'工作流失败：'")} & $states.input.Error & ${said("'. Execution: '", "'。执行：'")} & $states.context.Execution.Id`,
    ),
    'Failed',
  ),
  Failed: {
    Type: 'Fail',
    // The language keeps names that begin with `States.` to itself: a Fail state with one ends without its cause.
    Error: jsonata(
      "$substringBefore($states.input.Error, '.') = 'States'",
      "? 'Workflow.' & $substringAfter($states.input.Error, '.')",
      ': $states.input.Error',
    ),
    Cause: jsonata("$states.input.Error & ': ' & $states.input.Cause"),
  },
});

/**
 * The example billing workflow in the Amazon States Language, its expressions in JSONata.
 * Input: `{"export": <body of /api/v1/normalize>}`, at most 262 144 bytes as every state's; where there is a ledger
 * workflow also `{"ledgers": <input of that>}`, whose rows lie in its bucket. `"language": "zh"` in either says what
 * notices are written in; their subjects stay English, for SNS takes ASCII.
 */
export const billingDefinition = (targets: BillingTargets) => ({
  Comment: 'Normalizes a gateway export, reconciles it, and closes the period or holds it open.',
  QueryLanguage: 'JSONata',
  TimeoutSeconds: TIMEOUT_S + (targets.ledger === undefined ? 0 : LEDGER_TIMEOUT_S),
  StartAt: 'Source',
  States: {
    ...inputStates(targets.ledger !== undefined, 'ReportRefusal'),
    ...(targets.ledger !== undefined && ledgerStates({ ...targets, ledger: targets.ledger })),
    Normalize: {
      ...invocation(targets, targets.normalize, jsonata('$states.input.export'), {
        maxReplyBytes: STATE_BYTES_MAX,
      }),
      Assign: { nativeRows: jsonata('$states.result.Payload.meta.rows') },
      Output: jsonata('$states.result.Payload.data'),
      Next: 'Reconcile',
    },
    Reconcile: {
      ...invocation(targets, targets.reconcile, jsonata('$states.input'), {
        maxReplyBytes: STATE_BYTES_MAX,
        maxFindings: FINDINGS_MAX,
        coverage: true,
        language: jsonata("$zh ? 'zh' : 'en'"),
      }),
      Assign: {
        reasons: openReasons(
          '$merge([$states.result.Payload.data, $states.result.Payload.meta])',
          targets.rule,
        ),
      },
      Output: jsonata('$states.result.Payload.data'),
      Next: 'MayClose',
    },
    MayClose: {
      Type: 'Choice',
      Choices: [{ Condition: jsonata('$count($reasons) > 0'), Next: 'HoldPeriod' }],
      Default: 'ClosePeriod',
    },
    HoldPeriod: {
      ...notice(targets, 'Billing period held open', HELD_MESSAGE),
      Output: {
        status: 'held',
        reasons: jsonata('$reasons'),
        findings: jsonata('$states.input.summary.findings'),
      },
      End: true,
    },
    /** Stands for your own task: write the closing to your books, raise the invoices. */
    ClosePeriod: {
      Type: 'Pass',
      Output: {
        status: 'closed',
        period: jsonata('$states.input.summary.period'),
        currency: jsonata('$states.input.currency'),
        revenue: jsonata('$states.input.summary.revenue.net'),
        cost: jsonata('$states.input.summary.cost.net'),
        margin: jsonata('$states.input.summary.margin.amount'),
        inputFingerprint: jsonata('$states.input.summary.inputFingerprint'),
        nativeRows: jsonata('$nativeRows'),
      },
      End: true,
    },
    ...failureStates(targets),
  },
});
