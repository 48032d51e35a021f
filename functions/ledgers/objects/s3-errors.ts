import { Rejection } from '#shared/rejections.ts';
import type { Sentence } from '#shared/sentence.ts';

/**
 * What passes. `Throttled`: S3, or the key of a bucket, asks for patience, of which the workflow has more than for
 * anything else; `StoreFailed`: it could not be asked, or broke off.
 */
class TemporaryError extends Error {
  constructor(name: 'Throttled' | 'StoreFailed', answer: string) {
    super(`S3 answered ${answer}.`);
    this.name = name;
  }
}

/** What was asked for. */
interface RequestTarget {
  readonly bucket: string;
  /** Of an object, or the prefix of a listing. */
  readonly key: string;
  /** A listing has told that it is there. */
  readonly wasListed?: boolean;
}

const NO_BUCKET: Sentence = { en: 'there is no such bucket', zh: '没有这个存储桶' };
const NO_OBJECT: Sentence = { en: 'there is no such object', zh: '没有这个对象' };
const GONE: Sentence = { en: 'it is no longer there', zh: '它已不存在' };
const NO_KEY: Sentence = { en: 'its key in KMS cannot be used', zh: '它的 KMS 密钥无法使用' };
/** What other answers mean that no repetition mends. */
const PERMANENT: Readonly<Record<number, Sentence>> = {
  301: { en: 'it is in another region', zh: '它在另一个区域' },
  403: {
    en: 'there is no such object, or nobody with these credentials may do this with it or with its key',
    zh: '没有这个对象，或这份凭证无权对它或它的密钥这样做',
  },
  412: {
    en: 'it was changed while it was read. Start the run anew',
    zh: '读取期间它被改动。请重新运行',
  },
};

function findPermanentReason(name: string, status: number, wasListed: boolean): Sentence | undefined {
  if (name.startsWith('KMS.')) return NO_KEY;
  if (name === 'NoSuchBucket') return NO_BUCKET;
  return status === 404 ? (wasListed ? GONE : NO_OBJECT) : PERMANENT[status];
}
const THROTTLED = [429, 503];
/** The object was deleted, is being written, or has changed since it was read. */
const CONFLICTS = [404, 409, 412];

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

/** Whether S3 refused a conditional write because of another one. */
export const isWriteConflict = (error: unknown): boolean => CONFLICTS.includes(statusOf(error));

/**
 * What a fault of S3 means to a run. It names the object, or the bucket, and repeats no more of what S3 said than the
 * code.
 */
export function toRunError(error: unknown, { bucket, key, wasListed = false }: RequestTarget): Error {
  const { name } = error as Error;
  const status = statusOf(error);
  if (THROTTLED.includes(status) || /SlowDown|Throttl/.test(name))
    return new TemporaryError('Throttled', name);
  const lasting = findPermanentReason(name, status, wasListed);
  if (lasting === undefined) return new TemporaryError('StoreFailed', name);
  const what = lasting === NO_BUCKET ? bucket : key;
  return new Rejection(
    'invalid_request',
    { en: 'An object cannot be read or written.', zh: '有对象无法读取或写入。' },
    [
      {
        en: `${what}: S3 answered ${name} (${status}): ${lasting.en}.`,
        zh: `${what}：S3 回答 ${name} (${status})：${lasting.zh}。`,
      },
    ],
  );
}

export const isTemporary = (error: unknown): error is Error => error instanceof TemporaryError;

/** What the SDK throws for an answer, or for want of one. */
export const isS3Error = (error: unknown): boolean => error instanceof Error && '$metadata' in error;
