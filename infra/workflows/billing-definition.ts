import type { ClosingRule } from '#shared/closing/closing.ts';
import { STATE_BYTES_MAX } from '#shared/limits.ts';
import { LEDGER_TIMEOUT_S } from './ledger-definition.ts';
import { jsonata, notice, REFUSALS, RETRY, said } from './states.ts';

/** ARNs that the states of the workflow call. */
export interface BillingTargets {
  readonly partition: string;
  readonly normalize: string;
  readonly reconcile: string;
  readonly topic: string;
  /** The ledger workflow, for books in the bucket; absent where there is none. */
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

/** Error names of the service that no retry mends. `PayloadTooLarge` cannot occur: no state holds so much. */
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
  '$refusal := $parse($parse($states.input.Cause).errorMessage);',
  `$join([${said("'The input was refused ('", "'输入被拒绝（'")} & $refusal.code & ${said("'). '", "'）。'")} & $refusal.message, $refusal.details], '\\n')`,
  ')',
);

/**
 * The error of a failed execution of the ledger workflow, a refusal in its own sentences; of other faults of its task,
 * the error itself. A cause that was cut off at its 32 768 characters is not JSON.
 */
const LEDGER_FAILURE = jsonata(
  '(',
  "$isWhole := function($cause) { $substring($cause, -1) = '}' };",
  '$error := $states.errorOutput;',
  "$ended := $error.Error = 'States.TaskFailed' and $isWhole($error.Cause) ? $parse($error.Cause) : {};",
  "$failure := $merge([$error, $sift($ended, function($value, $name) { $name in ['Error', 'Cause'] })]);",
  `$failure.Error in [${REFUSALS.map((name) => `'${name}'`)}] and $isWhole($failure.Cause) ? (`,
  '$refusal := $parse($parse($failure.Cause).errorMessage);',
  "{ 'Error': $failure.Error, 'Cause': $join([$refusal.message, $refusal.details], '\\n') }",
  ') : $failure',
  ')',
);

/** Publishes a notice about an execution that fails. */
const failureNotice = (targets: BillingTargets, subject: string, message: string, next: string) => ({
  ...notice(targets, subject, message),
  Output: jsonata('$states.input'),
  Next: next,
});

/** Fields that an input may have, sorted and joined, and the state that each set leads to. */
const INPUTS = [
  [['export', 'export language'], 'Normalize'],
  [['ledgers', 'language ledgers'], 'ReconcileLedgers'],
] as const;

/** Where an input has other fields, it takes the way of a function's refusal. */
function inputStates(hasLedgers: boolean) {
  const zh = jsonata("'zh' in [$states.input.language, $states.input.ledgers.language]");
  const choices = INPUTS.slice(0, hasLedgers ? 2 : 1).map(([fields, Next]) => ({
    Condition: jsonata(
      `$join($sort($keys($states.input)), ' ') in ${JSON.stringify(fields).replaceAll('"', "'")}`,
    ),
    Assign: { zh },
    Next,
  }));
  const sources = hasLedgers
    ? 'either "export" or "ledgers"'
    : '"export"; "ledgers" needs a deployment with the setting ledgerBucket';
  const refusal = {
    code: 'invalid_request',
    message: 'The input of the execution is not valid.',
    details: [`input: must be an object with ${sources}; "language" may stand beside, and nothing else`],
  };
  return {
    Source: { Type: 'Choice', Choices: choices, Assign: { zh }, Default: 'RefuseInput' },
    RefuseInput: {
      Type: 'Pass',
      Output: {
        Error: 'InvalidRequest',
        Cause: JSON.stringify({ errorType: 'InvalidRequest', errorMessage: JSON.stringify(refusal) }),
      },
      Next: 'ReportRefusal',
    },
  };
}

/** The way of ledgers that lie in the bucket: an execution of the ledger workflow, and its result. */
const ledgerStates = (targets: BillingTargets & { readonly ledger: string }) => ({
  ReconcileLedgers: {
    Type: 'Task',
    Resource: `arn:${targets.partition}:states:::states:startExecution.sync:2`,
    Arguments: { StateMachineArn: targets.ledger, Input: jsonata('$states.input.ledgers') },
    // A failed execution has retried already; only a failed start is retried.
    Retry: [{ ErrorEquals: PASSING_STARTS, ...RETRY }],
    Catch: [{ ErrorEquals: ['States.ALL'], Output: LEDGER_FAILURE, Next: 'ReportLedgers' }],
    Assign: {
      nativeRows: jsonata('$states.result.Output.rows'),
      closing: jsonata('$states.result.Output.closing'),
    },
    Output: jsonata('$states.result.Output'),
    Next: 'MayClose',
  },
  ReportLedgers: failureNotice(
    targets,
    'Billing ledgers not reconciled',
    jsonata(
      `$substring(${said("'The ledgers were not reconciled ('", "'对账没有完成（'")} & $states.input.Error & ${said("'). '", "'）。'")} & $states.input.Cause, 0, 8000)`,
    ),
    'Failed',
  ),
});

/** The ends of an execution that has neither closed nor held its period: it publishes a notice and fails. */
const failureStates = (targets: BillingTargets) => ({
  ReportRefusal: failureNotice(targets, 'Billing export refused', REFUSAL_MESSAGE, 'ExportRefused'),
  ExportRefused: {
    Type: 'Fail',
    Error: jsonata('$states.input.Error'),
    Cause: jsonata('$parse($states.input.Cause).errorMessage'),
  },
  ReportFailure: failureNotice(
    targets,
    'Billing workflow failed',
    jsonata(
      `${said("'The workflow failed with '", "'工作流失败：'")} & $states.input.Error & ${said("'. Execution: '", "'。执行：'")} & $states.context.Execution.Id`,
    ),
    'Failed',
  ),
  Failed: {
    Type: 'Fail',
    // Names that begin with `States.` are reserved: a Fail state with one ends without its cause.
    Error: jsonata(
      "$substringBefore($states.input.Error, '.') = 'States'",
      "? 'Workflow.' & $substringAfter($states.input.Error, '.')",
      ': $states.input.Error',
    ),
    Cause: jsonata("$states.input.Error & ': ' & $states.input.Cause"),
  },
});

/**
 * The example billing workflow in the Amazon States Language, its expressions in JSONata. It only routes: the functions
 * judge whether the period may close, and write the notice about it.
 * Input: `{"export": <body of /api/v1/normalize>}`, at most 262 144 bytes as every state's; where there is a ledger
 * workflow also `{"ledgers": <input of that>}`, whose rows are in its bucket. `"language": "zh"` in either makes notices
 * Chinese; their subjects stay English, for SNS takes ASCII.
 */
export const billingDefinition = (targets: BillingTargets) => ({
  Comment: 'Normalizes a gateway export, reconciles it, and closes the period or holds it open.',
  QueryLanguage: 'JSONata',
  TimeoutSeconds: TIMEOUT_S + (targets.ledger === undefined ? 0 : LEDGER_TIMEOUT_S),
  StartAt: 'Source',
  States: {
    ...inputStates(targets.ledger !== undefined),
    ...(targets.ledger !== undefined && ledgerStates({ ...targets, ledger: targets.ledger })),
    Normalize: {
      ...invocation(targets, targets.normalize, jsonata('$states.input.export'), {
        maxReplyBytes: STATE_BYTES_MAX,
      }),
      Assign: {
        nativeRows: jsonata('$states.result.Payload.meta.rows'),
        language: jsonata("$exists($states.input.language) ? $states.input.language : 'en'"),
      },
      Output: jsonata('$states.result.Payload.data'),
      Next: 'Reconcile',
    },
    Reconcile: {
      ...invocation(targets, targets.reconcile, jsonata('$states.input'), {
        maxReplyBytes: STATE_BYTES_MAX,
        maxFindings: FINDINGS_MAX,
        closing: targets.rule,
        language: jsonata('$language'),
      }),
      Assign: { closing: jsonata('$states.result.Payload.meta.closing') },
      Output: jsonata('$states.result.Payload.data'),
      Next: 'MayClose',
    },
    MayClose: {
      Type: 'Choice',
      Choices: [{ Condition: jsonata('$count($closing.reasons) > 0'), Next: 'HoldPeriod' }],
      Default: 'ClosePeriod',
    },
    HoldPeriod: {
      ...notice(targets, 'Billing period held open', jsonata('$closing.message')),
      Output: {
        status: 'held',
        reasons: jsonata('$closing.reasons'),
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
