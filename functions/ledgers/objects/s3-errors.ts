import { Rejection } from '#shared/rejections.ts';
import type { Sentence } from '#shared/sentence.ts';

/**
 * Error that a retry may fix. `Throttled`: S3 or KMS refused the call because of too many; the workflow retries it for
 * an hour. `StoreFailed`: S3 could not be reached, or broke off.
 */
class TemporaryError extends Error {
  constructor(name: 'Throttled' | 'StoreFailed', answer: string) {
    super(`S3 answered ${answer}.`);
    this.name = name;
  }
}

/** Object or prefix of a failed call. */
interface RequestTarget {
  readonly bucket: string;
  /** Key of an object, or prefix of a listing. */
  readonly key: string;
  /** Whether the object was in a listing before. */
  readonly wasListed?: boolean;
}

const NO_BUCKET: Sentence = { en: 'there is no such bucket', zh: '没有这个存储桶' };
const NO_OBJECT: Sentence = { en: 'there is no such object', zh: '没有这个对象' };
const GONE: Sentence = { en: 'it no longer exists', zh: '已不存在' };
const NO_KEY: Sentence = {
  en: 'its KMS key cannot be used. Check that the key is enabled and that these credentials may use it',
  zh: '其 KMS 密钥无法使用。请检查密钥是否启用、当前凭证是否有权使用',
};
/** Meaning of other status codes that a retry cannot fix. */
const PERMANENT: Readonly<Record<number, Sentence>> = {
  301: { en: 'the bucket is in another region', zh: '存储桶在另一个区域' },
  403: {
    en: 'the object does not exist, or these credentials may not access it or use its KMS key',
    zh: '对象不存在，或当前凭证无权访问该对象或使用其 KMS 密钥',
  },
  412: {
    en: 'it was changed while it was being read. Start the run again',
    zh: '读取期间被改动。请重新运行',
  },
};

function findPermanentReason(name: string, status: number, wasListed: boolean): Sentence | undefined {
  if (name.startsWith('KMS.')) return NO_KEY;
  if (name === 'NoSuchBucket') return NO_BUCKET;
  return status === 404 ? (wasListed ? GONE : NO_OBJECT) : PERMANENT[status];
}
const THROTTLED = [429, 503];
/** Status codes of a conditional write whose object was deleted, is being written, or has changed since it was read. */
const CONFLICTS = [404, 409, 412];

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

/** Whether S3 refused a conditional write because the object was written or deleted in the meantime. */
export const isWriteConflict = (error: unknown): boolean => CONFLICTS.includes(statusOf(error));

/**
 * Converts an error of the S3 client: to a temporary error if a retry may fix it, else to a Rejection with the reason,
 * with the name of S3's error but not the text of its answer.
 */
export function toRunError(error: unknown, { bucket, key, wasListed = false }: RequestTarget): Error {
  const { name } = error as Error;
  const status = statusOf(error);
  if (THROTTLED.includes(status) || /SlowDown|Throttl/.test(name))
    return new TemporaryError('Throttled', name);
  const reason = findPermanentReason(name, status, wasListed);
  if (reason === undefined) return new TemporaryError('StoreFailed', name);
  const what = reason === NO_BUCKET ? bucket : key;
  return new Rejection(
    'invalid_request',
    { en: 'An object cannot be read or written.', zh: '有对象无法读取或写入。' },
    [
      {
        en: `${what}: S3 answered ${name} (${status}): ${reason.en}.`,
        zh: `${what}：S3 回答 ${name} (${status})：${reason.zh}。`,
      },
    ],
  );
}

/** Whether an error that `toRunError` returned is temporary, so that a retry may fix it. */
export const isTemporary = (error: unknown): error is Error => error instanceof TemporaryError;

/** Whether the AWS SDK threw the error, because S3 refused the call or could not be reached. */
export const isS3Error = (error: unknown): boolean => error instanceof Error && '$metadata' in error;
