import { readFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import type { Context } from 'aws-lambda';
import { escapeInvisible } from '#shared/escape-control-characters.ts';
import { toRefusal, toThrownError } from '#shared/http/refusal.ts';
import { logBug, logRun } from '#shared/http/request-log.ts';
import { Rejection } from '#shared/rejections.ts';
import { replaceOptions } from '#shared/report/words/replace-options.ts';
import { isTemporary } from './objects/s3-errors.ts';
import { S3Objects } from './objects/s3-objects.ts';
import { type Outcome, type RunDependencies, type RunEvent, runLedgers } from './run.ts';

const { LEDGER_BUCKET = '', LEDGER_INPUT = '', LEDGER_OUTPUT = '', LEDGER_CLOSING } = process.env;
// Set only by tests. Without an address, the SDK uses S3.
const { S3_ENDPOINT: endpoint, AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memory } = process.env;
// Retry throttled calls for some seconds; the workflow retries for longer.
const client = new S3Client({ maxAttempts: 8, ...(endpoint && { endpoint, forcePathStyle: true }) });
const dependencies: RunDependencies = {
  objects: new S3Objects(client, LEDGER_BUCKET),
  deployment: { inputPrefix: LEDGER_INPUT, outputPrefix: LEDGER_OUTPUT },
  closing: LEDGER_CLOSING === undefined ? undefined : JSON.parse(LEDGER_CLOSING),
  memoryMb: Number(memory),
  page: () => readFileSync(new URL('page.html', import.meta.url), 'utf8'),
};

/** Names of input fields that differ from the option of the month command in more than spelling. */
const FIELD_BY_OPTION: Readonly<Record<string, string>> = {
  upstream: 'upstreamCharges',
  status: 'its status reply',
};

/** Rewrites a sentence for the workflow: options of the month command become fields of the input. */
const withFieldNames = (text: string): string =>
  replaceOptions(
    escapeInvisible(text),
    (option) =>
      FIELD_BY_OPTION[option] ?? option.replace(/-[a-z]/g, ([, letter = '']) => letter.toUpperCase()),
  );

/**
 * Converts an error to the error that Step Functions receives. Temporary errors pass unchanged; rejections become
 * refusals; any other error is logged and replaced by an internal error, so that no row's content leaves the function.
 */
function toStateError(error: unknown, requestId: string): Error {
  if (isTemporary(error)) return error;
  if (!(error instanceof Rejection)) logBug(error, requestId);
  const refusal = toRefusal(error, requestId, false);
  const { message, details, ...rest } = refusal.body.error;
  const texts = {
    message: withFieldNames(message),
    ...(details && { details: details.map(withFieldNames) }),
  };
  return toThrownError({ ...refusal, body: { error: { ...rest, ...texts } } });
}

/**
 * Handler of the ledger workflow's function. Input and result contain keys and figures; rows stay in the bucket. Logs
 * the duration of each run, and whether it succeeded. Throws errors with names that the state machine can catch, and
 * without values of rows.
 */
export async function handler(
  event: RunEvent,
  { awsRequestId: requestId }: Pick<Context, 'awsRequestId'>,
): Promise<Outcome> {
  const startedAtMs = Date.now();
  const log = (isDone: boolean) => logRun({ requestId, durationMs: Date.now() - startedAtMs, isDone });
  try {
    const outcome = await runLedgers(event, dependencies);
    log(true);
    return outcome;
  } catch (error) {
    const thrown = toStateError(error, requestId);
    log(false);
    throw thrown;
  }
}
