import { getSystemErrorMap } from 'node:util';
import { makeSentence, type Sentence, withPrefix } from '#shared/sentence.ts';
import { Problem } from './problem.ts';

const NO_RIGHT: Sentence = { en: 'permission was denied', zh: '没有权限' };
const FULL: Sentence = { en: 'the disk is full', zh: '磁盘已满' };

/** Reasons for common error codes of the file system. For other codes, the system's own English text is used. */
const REASONS: Readonly<Record<string, Sentence>> = {
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: { en: 'the disk is read-only', zh: '磁盘为只读' },
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: { en: 'the file is too large for the disk', zh: '磁盘不支持这么大的文件' },
  EIO: { en: 'the disk reports an error', zh: '磁盘报告错误' },
  ENOENT: { en: 'there is no such file or folder', zh: '文件或文件夹不存在' },
  ENOTDIR: { en: 'part of the path is a file, not a folder', zh: '路径中有一段是文件，不是文件夹' },
  EISDIR: { en: 'this is a folder, not a file', zh: '这是文件夹，不是文件' },
  EBUSY: { en: 'another program is using it', zh: '正被其他程序使用' },
  EEXIST: { en: 'it exists already', zh: '已存在' },
  ENOTEMPTY: { en: 'another program wrote to it in the meantime', zh: '期间有其他程序写入' },
};

/** Describes why a system call failed: `the disk is full (ENOSPC)`. Returns undefined for an error of another kind. */
export function describeSystemError(error: unknown): Sentence | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  const { code = '', errno = 0 } = error as NodeJS.ErrnoException;
  const reason = REASONS[code] ?? makeSentence(() => getSystemErrorMap().get(errno)?.[1] ?? code);
  return makeSentence((language) => `${reason[language]} (${code})`);
}

/**
 * Like `describeSystemError`, after the path of the file if the error has one: `/out/report.json: the disk is full …`.
 */
export function describeWithPath(error: unknown): Sentence | undefined {
  const reason = describeSystemError(error);
  if (reason === undefined) return undefined;
  const { path } = error as NodeJS.ErrnoException;
  return path === undefined ? reason : withPrefix(path, reason);
}

/**
 * Calls `work`. If a system call in it fails, throws a Problem that begins with the name of the option: `--out: …`.
 * @param more further sentences for the Problem, also for one that `work` throws
 */
export async function withOptionName<T>(
  option: string,
  work: () => Promise<T>,
  more: readonly Sentence[] = [],
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw new Problem(...error.sentences, ...more);
    const reason = describeWithPath(error);
    throw reason === undefined ? error : new Problem(withPrefix(`--${option}`, reason), ...more);
  }
}
