import type { ClosingRule } from '#shared/closing/closing.ts';
import { STATE_BYTES_MAX } from '#shared/limits.ts';
import { LEDGER_TIMEOUT_S } from './ledger-definition.ts';
import { buildNoticeState, chooseByLanguage, jsonata, REFUSALS, RETRY } from './states.ts';

/** ARNs of the resources that the states call, and the rule by which a period closes. */
interface BillingTargets {
  readonly partition: string;
  readonly normalize: string;
  readonly reconcile: string;
  readonly topic: string;
  /** State machine of the ledger workflow. Absent if the workflow is not deployed. */
  readonly ledger?: string;
  readonly rule: ClosingRule;
}

const TIMEOUT_S = 600;

/** Temporary errors of Lambda, which are retried. CDK's default list lacks the error of throttled invocations. */
const TEMPORARY_LAMBDA_ERRORS = [
  'Lambda.TooManyRequestsException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
];

/** Temporary errors of Step Functions when it starts an execution. */
const TEMPORARY_START_ERRORS = [
  'StepFunctions.ExecutionLimitExceededException',
  'StepFunctions.SdkClientException',
  'StepFunctions.AWSStepFunctionsException',
];

/** Number of findings that a notice lists. Its counts include all findings. */
const FINDINGS_MAX = 20;

/** Errors of the service that a retry cannot fix. `PayloadTooLarge` cannot occur: a state's input is smaller. */
const EXPORT_REFUSALS = [...REFUSALS, 'ReplyTooLarge'];

const invocation = ({ partition }: BillingTargets, functionArn: string, body: string, options: object) => ({
  Type: 'Task',
  Resource: `arn:${partition}:states:::lambda:invoke`,
  Arguments: { FunctionName: functionArn, Payload: { body, options } },
  TimeoutSeconds: 30,
  Retry: [{ ErrorEquals: TEMPORARY_LAMBDA_ERRORS, ...RETRY }],
  Catch: [
    { ErrorEquals: EXPORT_REFUSALS, Output: jsonata('$states.errorOutput'), Next: 'ReportRefusal' },
    { ErrorEquals: ['States.ALL'], Output: jsonata('$states.errorOutput'), Next: 'ReportFailure' },
  ],
});

/** Text about a refusal. Lambda wraps errors in JSON, whose `errorMessage` is the service's error as JSON. */
const REFUSAL_MESSAGE = jsonata(
  '(',
  '$refusal := $parse($parse($states.input.Cause).errorMessage);',
  `$join([${chooseByLanguage("'The input was refused ('", "'输入被拒绝（'")} & $refusal.code & ${chooseByLanguage("'). '", "'）。'")} & $refusal.message, $refusal.details], '\\n')`,
  ')',
);

/**
 * Error and cause of a failed execution of the ledger workflow; a refusal has its sentences as the cause. A cause that
 * was cut off at 32,768 characters is not JSON, so it is not parsed.
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

/** State that publishes a notice about a failing execution and continues with its input. */
const failureNotice = (targets: BillingTargets, subject: string, message: string, next: string) => ({
  ...buildNoticeState(targets, subject, message),
  Output: jsonata('$states.input'),
  Next: next,
});

/** Accepted sets of input fields, sorted and joined, and the state that each leads to. */
const INPUTS = [
  [['export', 'export language'], 'Normalize'],
  [['ledgers', 'language ledgers'], 'ReconcileLedgers'],
] as const;

/** States that choose the first step by the fields of the input, and refuse other fields as a function would. */
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
    details: [`input: must be an object with ${sources}. Only "language" may be added`],
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

/** States for ledgers in the bucket: run the ledger workflow, and pass on its result. */
const ledgerStates = (targets: BillingTargets & { readonly ledger: string }) => ({
  ReconcileLedgers: {
    Type: 'Task',
    Resource: `arn:${targets.partition}:states:::states:startExecution.sync:2`,
    Arguments: { StateMachineArn: targets.ledger, Input: jsonata('$states.input.ledgers') },
    // Retry only a failed start: an execution that failed has already retried its own steps.
    Retry: [{ ErrorEquals: TEMPORARY_START_ERRORS, ...RETRY }],
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
    'Reconciliation failed',
    jsonata(
      `$substring(${chooseByLanguage("'The reconciliation failed ('", "'对账没有完成（'")} & $states.input.Error & ${chooseByLanguage("'). '", "'）。'")} & $states.input.Cause, 0, 8000)`,
    ),
    'Failed',
  ),
});

/** States in which an execution ends that failed: they publish a notice and fail. */
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
      `${chooseByLanguage("'The workflow failed with '", "'工作流失败：'")} & $states.input.Error & ${chooseByLanguage("'. Execution: '", "'。执行：'")} & $states.context.Execution.Id`,
    ),
    'Failed',
  ),
  Failed: {
    Type: 'Fail',
    // Replace the reserved prefix `States.`: a Fail state with such an error would lose its cause.
    Error: jsonata(
      "$substringBefore($states.input.Error, '.') = 'States'",
      "? 'Workflow.' & $substringAfter($states.input.Error, '.')",
      ': $states.input.Error',
    ),
    Cause: jsonata("$states.input.Error & ': ' & $states.input.Cause"),
  },
});

/**
 * Builds the state machine of the example billing workflow in the Amazon States Language. The states only route: the
 * functions decide whether the period may close, and write the text of the notice.
 *
 * The input of an execution is `{"export": <body of /api/v1/normalize>}`, at most 262,144 bytes. If the ledger workflow
 * is deployed, it may also be `{"ledgers": <input of the ledger workflow>}`. With `"language": "zh"`, notices are
 * Chinese. Subjects stay English, because SNS accepts only ASCII there.
 */
export const buildBillingDefinition = (targets: BillingTargets) => ({
  Comment: 'Normalizes a gateway export, reconciles it, and closes the period or keeps it open.',
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
      ...buildNoticeState(targets, 'Billing period held open', jsonata('$closing.message')),
      Output: {
        status: 'held',
        reasons: jsonata('$closing.reasons'),
        findings: jsonata('$states.input.summary.findings'),
      },
      End: true,
    },
    /** Placeholder for your task, such as writing the closing to your books or sending invoices. */
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
