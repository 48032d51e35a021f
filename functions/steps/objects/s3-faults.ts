import { Rejection } from '#shared/rejections.ts';

/** S3, or the key of a bucket, asks for patience. The workflow waits for it longer than for anything else. */
class Throttled extends Error {
  override readonly name = 'Throttled';
}

/** S3 could not be asked, or broke off. It passes. */
class StoreFailed extends Error {
  override readonly name = 'StoreFailed';
}

/** What an answer means that no repetition mends. */
const LASTING: Readonly<Record<number, string>> = {
  301: 'it is in another region than the functions',
  403: 'it is no longer there, or the functions may not do this with it or with its key',
  404: 'it is no longer there',
  412: 'it was changed while it was read. Start the run anew',
};
const THROTTLED = [429, 503];

/**
 * What a fault of S3 means to a run. It names the object, and repeats no more of what S3 said than the code.
 * @param key of the object, or prefix of a listing
 */
export function faultOf(error: unknown, key: string): Error {
  const { name, $metadata = {} } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const { httpStatusCode: status = 0 } = $metadata;
  if (THROTTLED.includes(status) || /SlowDown|Throttl/.test(name))
    return new Throttled(`S3 answered ${name}.`);
  const lasting = name.startsWith('KMS.') ? 'its key in KMS cannot be used' : LASTING[status];
  if (lasting === undefined) return new StoreFailed(`S3 answered ${name}.`);
  return new Rejection('invalid_request', 'An object cannot be read or written.', [
    `${key}: S3 answered ${name} (${status}): ${lasting}.`,
  ]);
}

export const isPassing = (error: unknown): error is Error =>
  error instanceof Throttled || error instanceof StoreFailed;

/** What the SDK throws for an answer, or for want of one. */
export const isOfS3 = (error: unknown): boolean => error instanceof Error && '$metadata' in error;
