import type { Context } from 'aws-lambda';
import { escapeInvisible } from '#shared/escape-control-characters.ts';
import { toRefusal, toThrownError } from '#shared/http/refusal.ts';
import { logBug, logRun } from '#shared/http/request-log.ts';
import { Rejection } from '#shared/rejections.ts';
import { optionsAs } from '#shared/report/words/options-as.ts';
import { isTemporary } from './objects/s3-errors.ts';
import { type Outcome, type RunDependencies, type RunEvent, runLedgers } from './run.ts';

/** What fields of the input are called otherwise than options of the month command. */
const FIELD_BY_OPTION: Readonly<Record<string, string>> = {
  upstream: 'upstreamCharges',
  status: 'its status reply',
};

/** Rewrites a sentence for a mail to whoever starts executions: an option is a field of the input. */
const withFieldNames = (text: string): string =>
  optionsAs(
    escapeInvisible(text),
    (option) =>
      FIELD_BY_OPTION[option] ?? option.replace(/-[a-z]/g, ([, letter = '']) => letter.toUpperCase()),
  );

/** What Step Functions learns of an error: nothing from any row. */
function toStateError(error: unknown, requestId: string): Error {
  if (isTemporary(error)) return error;
  if (!(error instanceof Rejection)) logBug(error, requestId);
  const refusal = toRefusal(error, requestId, false);
  const { message, details, ...rest } = refusal.body.error;
  const said = { message: withFieldNames(message), ...(details && { details: details.map(withFieldNames) }) };
  return toThrownError({ ...refusal, body: { error: { ...rest, ...said } } });
}

/** The run as Lambda calls it; it logs how long it took. */
export const createHandler =
  (surroundings: RunDependencies) =>
  async (event: RunEvent, { awsRequestId: requestId }: Pick<Context, 'awsRequestId'>): Promise<Outcome> => {
    const startedAtMs = Date.now();
    const log = (isDone: boolean) => logRun({ requestId, durationMs: Date.now() - startedAtMs, isDone });
    try {
      const outcome = await runLedgers(event, surroundings);
      log(true);
      return outcome;
    } catch (error) {
      const thrown = toStateError(error, requestId);
      log(false);
      throw thrown;
    }
  };
