import { relative, sep } from 'node:path';
import { debuglog } from 'node:util';
import { escapeInvisible } from '#shared/escape-control-characters.ts';
import { TruncatedFile } from '#shared/files/source-file.ts';
import type { Language } from '#shared/language.ts';
import { Rejection } from '#shared/rejections.ts';
import { appendFullStop, type Sentence, textIn } from '#shared/sentence.ts';
import { formatCommand } from '../packaged.ts';
import { Problem } from '../problem.ts';
import { describeWithPath } from '../system-error.ts';

const NO_MEMORY: Sentence = {
  en: 'There is not enough memory. Reconcile a shorter period, or close other programs.',
  zh: '内存不足。请缩短账期，或关闭其他程序。',
};

const PARTIAL: Sentence = {
  en: 'Export or copy the file again. To use only the rows before the break, add --partial; the report will mention it.',
  zh: '请重新导出或复制该文件。如果只用截断前的行，请加 --partial；报告会注明。',
};

/** Finds the file in which an error was thrown, without the message, which may contain values of a row. */
function findSourceFile(stack: string): string {
  const calls = stack.slice(stack.indexOf('\n    at '));
  const [, file] = /(?:file:\/\/)?(\/[^\s()]+|[A-Z]:\\[^\s()]+):\d+\b/.exec(calls) ?? [];
  return file === undefined ? '' : relative(process.cwd(), file).replaceAll(sep, '/');
}

function describeBug(error: unknown): Sentence {
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const what = `${name}${findSourceFile(stack) && `, ${findSourceFile(stack)}`}`;
  return {
    en: `The command failed because of an internal error (${what}) and wrote nothing. Please report it; NODE_DEBUG=month prints where it happened.`,
    zh: `命令因内部错误失败（${what}），没有写入任何文件。请反馈此问题；设置 NODE_DEBUG=month 可显示出错位置。`,
  };
}

/** Describes an error for the user: a mistake of the user, a refusal of the system, or a bug. */
function describeError(error: unknown): readonly Sentence[] {
  if (error instanceof Problem) return error.sentences;
  if (error instanceof TruncatedFile) return [error.sentences.message, ...error.sentences.details, PARTIAL];
  if (error instanceof Rejection) return [error.sentences.message, ...error.sentences.details];
  const refused = describeWithPath(error);
  if (refused !== undefined) return [appendFullStop(refused)];
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY') return [NO_MEMORY];
  return [describeBug(error)];
}

const HELP: Sentence = {
  en: `For help: ${formatCommand('month')} --help`,
  zh: `查看帮助：${formatCommand('month')} --help`,
};

/** Prints to standard error why there is no report. With NODE_DEBUG=month, also prints the stack. */
export function printFailure(error: unknown, language: Language): void {
  const lines = describeError(error).map((sentence) => escapeInvisible(textIn(sentence, language)));
  console.error(`${lines.join('\n  ')}\n\n${HELP[language]}`);
  debuglog('month')('%s', error instanceof Error ? error.stack : error);
}
