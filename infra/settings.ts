import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import * as v from 'valibot';
import { SCRATCH_PREFIX } from '#functions/ledgers/deployment.ts';
import { checkScheduledInput } from '#functions/ledgers/input.ts';
import { CLOSE_BY, type ClosingRule } from '#shared/closing/closing.ts';
import { Rejection } from '#shared/rejections.ts';
import { isScheduleExpression } from './schedule-expression.ts';

const RETENTION_DAYS = Object.values(RetentionDays).filter((days) => typeof days === 'number');

/** A number. Values from `cdk -c key=value` are texts, values from cdk.json are numbers. */
const numeric = (written: RegExp, problem: string) =>
  v.union([v.number(), v.pipe(v.string(), v.regex(written, problem), v.toNumber())], problem);
const WHOLE = 'must be a whole number';
const number = v.pipe(numeric(/^\d+$/, WHOLE), v.integer(WHOLE));
const atLeastOne = v.pipe(number, v.minValue(1, 'must be at least 1'));
function between(min: number, max: number) {
  const range = `must be from ${min} to ${max}`;
  return v.pipe(number, v.minValue(min, range), v.maxValue(max, range));
}
const oneOf = <const T extends readonly string[]>(choices: T) =>
  v.picklist(choices, `must be one of ${choices.join(', ')}`);
const SHARE = 'must be a number from 0 to 1';
const share = v.pipe(numeric(/^(?:0|1|0?\.\d+)$/, SHARE), v.minValue(0, SHARE), v.maxValue(1, SHARE));
const TEXT = 'must be non-empty text';
const text = v.pipe(v.string(TEXT), v.minLength(1, TEXT));
const ARN = 'must be an ARN, which begins with arn:';
const arn = v.pipe(v.string(ARN), v.startsWith('arn:', ARN));
const keyArn = v.pipe(
  v.string(),
  v.regex(/^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[a-z0-9-]+$/, 'must be the ARN of a KMS key'),
);
const schedule = v.pipe(
  text,
  v.check(
    isScheduleExpression,
    'must look like rate(1 day) or cron(0 3 * * ? *): minute, hour, day of month, month, day of week, year, in UTC, with ? in one of the two day fields',
  ),
);
const prefix = v.pipe(text, v.regex(/^[\w.-]+(?:\/[\w.-]+)*\/$/, 'must be a prefix such as exports/'));
const bucketName = v.pipe(
  text,
  v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
);
const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'must be true or false'),
  v.transform((value) => value === true || value === 'true'),
);

const STAGE = 'must be at most 31 letters, digits and hyphens, and begin with a letter';
const RETENTION = `must be one of ${RETENTION_DAYS.join(', ')}`;
const EMAIL = 'must be an email address';

/** Longest time that an alarm can evaluate: seven days. */
const HOURS_MAX = 168;

/** Problem of a value that is not an object. It names one line, because `cdk -c` keeps only the first line. */
const NO_OBJECT = 'must be a JSON object, on one line';
const record = v.record(v.string(), v.unknown(), NO_OBJECT);
const scheduledInput = v.union(
  [record, v.pipe(v.string(), v.parseJson(undefined, NO_OBJECT), record)],
  NO_OBJECT,
);
/** Settings of a deployment with their schemas and descriptions, from which the tables in docs are generated. */
export const settings = {
  stage: [
    v.optional(v.pipe(v.string(STAGE), v.regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/, STAGE)), 'prod'),
    'Name of the stage, part of the name of the stack: `ReconciliationService-<stage>`. An account may have many stages.',
  ],
  auth: [
    v.optional(oneOf(['none', 'iam']), 'none'),
    '`none`: the API is public. `iam`: only signed requests of principals in your account are accepted.',
  ],
  throttleRate: [
    v.optional(atLeastOne, 2),
    'Rate limit of each GET route, preflights and unknown paths: requests per second.',
  ],
  throttleBurst: [v.optional(atLeastOne, 20), 'Burst limit of each of these routes: concurrent requests.'],
  postThrottleRate: [v.optional(atLeastOne, 1), 'Rate limit of each POST route: requests per second.'],
  postThrottleBurst: [v.optional(atLeastOne, 10), 'Burst limit of each POST route: concurrent requests.'],
  logRetentionDays: [
    v.optional(
      v.pipe(number, v.picklist(RETENTION_DAYS as RetentionDays[], RETENTION)),
      RetentionDays.ONE_MONTH,
    ),
    'Days after which logs are deleted: a value that CloudWatch Logs accepts (1, 7, 14, 30, 90, 365 …).',
  ],
  keepLogs: [
    v.optional(flag, false),
    '`true` keeps the log groups when the stack is destroyed. Entries still expire after `logRetentionDays`.',
  ],
  alarmEmail: [
    v.optional(v.pipe(v.string(EMAIL), v.email(EMAIL))),
    'Email address for alarms and workflow notices. AWS asks you to confirm each subscription.',
  ],
  monthlyBudgetUsd: [
    v.optional(atLeastOne),
    'Monthly budget in dollars. `alarmEmail` gets a notice at 80 % and when the forecast exceeds it. Activate the [cost allocation tags](#several-stages) first.',
  ],
  domainName: [v.optional(text), 'Custom domain, such as `billing.example.com`; needs `certificateArn`.'],
  certificateArn: [
    v.optional(arn),
    'ARN of the certificate for `domainName`, in ACM in the region of the stack.',
  ],
  sourceMaps: [
    v.optional(flag, false),
    '`true` shows source lines in stack traces; each cold start takes about ten milliseconds longer.',
  ],
  customDomainOnly: [
    v.optional(flag, false),
    '`true` disables the AWS address, so that only the custom domain answers.',
  ],
  tracing: [
    v.optional(flag, false),
    '`true` traces functions and state machines with X-Ray, which charges for each trace.',
  ],
  reservedConcurrency: [
    v.optional(atLeastOne),
    'Concurrent executions reserved for each POST function. In a new account, which has none to spare, the deployment fails.',
  ],
  invokerRoleArn: [
    v.optional(arn),
    'ARN of a role that may [invoke](#direct-invocation) the POST functions, such as that of your state machine.',
  ],
  ledgerBucket: [
    v.optional(bucketName),
    'Adds the ledger workflow, and a second stack with a bucket of this name: deploy with `--all`.',
  ],
  ledgerBucketExists: [v.optional(flag, false), '`true` uses an existing bucket instead of creating one.'],
  ledgerKeyArn: [
    v.optional(keyArn),
    'ARN of your KMS key that encrypts the bucket. The default is the AWS-managed key for S3.',
  ],
  ledgerAccessLogs: [
    v.optional(bucketName),
    'Your bucket for the access log of the new bucket; its policy must [let S3 write](#the-bucket).',
  ],
  ledgerInput: [v.optional(prefix, 'exports/'), 'The ledger workflow reads only objects below this prefix.'],
  ledgerOutput: [v.optional(prefix, 'reports/'), 'The workflow writes reports below this prefix.'],
  ledgerReportDays: [
    v.optional(atLeastOne),
    'Days after which the new bucket deletes reports; never by default.',
  ],
  ledgerSchedule: [
    v.optional(schedule),
    'When the workflow starts: `rate(1 day)`, or `cron(0 3 * * ? *)` in UTC. Needs `ledgerScheduleInput`.',
  ],
  ledgerScheduleInput: [
    v.optional(scheduledInput),
    'Input of these executions as JSON, with a [relative period](#runs-by-schedule). `{"ledgers": …}` starts the billing workflow.',
  ],
  ledgerSilentHours: [
    v.optional(between(1, HOURS_MAX)),
    'Raises an alarm after this many hours without a success, at most 168. The default is 26 for a daily schedule.',
  ],
  ledgerMemoryMb: [
    v.optional(between(512, 10_240), 3008),
    'Memory of the workflow’s function in MB, which limits [the rows of a run](performance.md#how-many-rows-fit). A new account allows at most 3008.',
  ],
  billingWorkflow: [v.optional(flag, false), '`true` adds the example billing workflow and its topic.'],
  billingCloseBy: [
    v.optional(oneOf(CLOSE_BY), 'requests'),
    'How bills are compared before a period closes: by `requests`, `days` or `models` ([rule](#when-a-period-closes)).',
  ],
  billingCoverage: [
    v.optional(share, 0.98),
    'Share of the revenue that must be in the bill, and of the bill that must be in the log.',
  ],
  billingPayments: [
    v.optional(flag, true),
    '`false` lets a period close without payments, for customers who pay later.',
  ],
} as const satisfies Record<string, readonly [schema: v.GenericSchema, meaning: string]>;

type SettingName = keyof typeof settings;
/** Values of all settings. An optional setting that is not set is undefined. */
export type StackSettings = { readonly [K in SettingName]: v.InferOutput<(typeof settings)[K][0]> };

/** Builds the conditions for closing a period from the settings `billing…`; fields of settings without a value are undefined. */
export const buildClosingRule = ({
  billingCloseBy: by,
  billingCoverage: coverage,
  billingPayments: payments,
}: StackSettings) => ({ by, coverage, payments }) satisfies ClosingRule;

/** Names of context values that belong to the CDK, not to the service. */
const CDK_CONTEXT = /^(?:@?aws-cdk|aws:|cdk)/;

/** Writes the meaning of a setting, which is Markdown, as plain text. */
const withoutLinks = (meaning: string): string => meaning.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/**
 * Reads and checks the settings of the deployment from the context of the CDK app (`cdk deploy -c stage=test`). Throws
 * an Error, worded for the operator, for an unknown name (`authh=iam` would deploy a public API), an invalid value, or
 * settings that contradict each other.
 */
export function readStackSettings(node: Node): StackSettings {
  const unknown = Object.keys(node.getAllContext()).find(
    (name) => !(name in settings) && !CDK_CONTEXT.test(name),
  );
  if (unknown !== undefined)
    throw new Error(
      `There is no setting "${unknown}". The settings are ${Object.keys(settings).join(', ')}.`,
    );
  const entries = Object.entries(settings).map(([name, [schema, meaning]]) => {
    const result = v.safeParse(schema as v.GenericSchema, node.tryGetContext(name));
    if (!result.success)
      throw new Error(
        `The setting "${name}" is not valid: ${result.issues[0].message}. ${withoutLinks(meaning)}`,
      );
    return [name, result.output];
  });
  const values = Object.fromEntries(entries) as StackSettings;
  checkTogether(values);
  checkSchedule(values);
  return values;
}

const TOGETHER = [
  ['domainName', 'certificateArn'],
  ['ledgerSchedule', 'ledgerScheduleInput'],
] as const;
const NO_WORKFLOW = ': without it there is no ledger workflow';
const NEEDS: readonly (readonly [name: SettingName, needed: SettingName, why: string])[] = [
  ['customDomainOnly', 'domainName', ': without it the API has no address'],
  ['monthlyBudgetUsd', 'alarmEmail', ': without it nobody gets notices'],
  ['ledgerKeyArn', 'ledgerBucket', NO_WORKFLOW],
  ['ledgerAccessLogs', 'ledgerBucket', NO_WORKFLOW],
  ['ledgerReportDays', 'ledgerBucket', NO_WORKFLOW],
  ['ledgerSilentHours', 'ledgerBucket', NO_WORKFLOW],
  ['ledgerBucketExists', 'ledgerBucket', ', which names it'],
  ['ledgerSchedule', 'ledgerBucket', ': without it there is nothing to start'],
];

/** Refuses settings that contradict each other or need another setting. */
function checkTogether(values: StackSettings): void {
  const isSet = (name: SettingName) => values[name] !== undefined && values[name] !== false;
  for (const [first, second] of TOGETHER)
    if (isSet(first) !== isSet(second))
      throw new Error(`Set "${first}" and "${second}" together, or neither.`);
  for (const [name, needed, why] of NEEDS)
    if (isSet(name) && !isSet(needed)) throw new Error(`"${name}" needs "${needed}"${why}.`);
  const prefixes = [values.ledgerInput, values.ledgerOutput, SCRATCH_PREFIX];
  if (prefixes.some((inner, n) => prefixes.some((outer, m) => n !== m && inner.startsWith(outer))))
    throw new Error('"ledgerInput", "ledgerOutput" and scratch/ must not contain each other.');
  for (const name of ['ledgerAccessLogs', 'ledgerReportDays'] as const)
    if (values.ledgerBucketExists && values[name] !== undefined)
      throw new Error(
        `"${name}" is a setting of the new bucket. With "ledgerBucketExists", set it on your own.`,
      );
}

/** Refuses a schedule whose input could not start an execution. */
function checkSchedule(settings: StackSettings): void {
  const { ledgerScheduleInput: input, ledgerInput, ledgerOutput, billingWorkflow } = settings;
  if (input === undefined) return;
  const { ledgers, ...rest } = input;
  const isBilling = ledgers !== undefined;
  if (isBilling && !billingWorkflow)
    throw new Error('"ledgers" in "ledgerScheduleInput" needs "billingWorkflow", which reads them.');
  const unexpected = Object.keys(rest);
  if (isBilling && unexpected.length > 0)
    throw new Error(`"ledgerScheduleInput" has other fields than "ledgers": ${unexpected.join(', ')}.`);
  try {
    checkScheduledInput(isBilling ? ledgers : input, {
      inputPrefix: ledgerInput,
      outputPrefix: ledgerOutput,
    });
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new Error(`"ledgerScheduleInput" cannot start an execution: ${error.details.join('; ')}.`);
  }
}
