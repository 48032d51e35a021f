import { relative, sep } from 'node:path';
import { debuglog } from 'node:util';
import { escapeInvisible } from '#shared/escape-control-characters.ts';
import { TruncatedFile } from '#shared/files/source-file.ts';
import type { Language } from '#shared/language.ts';
import { Rejection } from '#shared/rejections.ts';
import { appendFullStop, type Sentence, textIn } from '#shared/sentence.ts';
import { typedCommand } from '../packaged.ts';
import { Problem } from '../problem.ts';
import { describeWithPath } from './system-error.ts';

const NO_MEMORY: Sentence = {
  en: 'The memory does not suffice. Reconcile a shorter period, or free memory.',
  zh: '内存不足。请缩短账期，或释放内存。',
};

const PARTIAL: Sentence = {
  en: 'Export or copy it again; --partial goes on with the rows before the break, and the answer says so.',
  zh: '请重新导出或复制该文件；加 --partial 可用中断前的行继续，答案会说明。',
};

/** File in which an error was thrown, from its stack. Leaves out the message, which may contain values of a row. */
function findSourceFile(stack: string): string {
  const calls = stack.slice(stack.indexOf('\n    at '));
  const [, file] = /(?:file:\/\/)?(\/[^\s()]+|[A-Z]:\\[^\s()]+):\d+\b/.exec(calls) ?? [];
  return file === undefined ? '' : relative(process.cwd(), file).replaceAll(sep, '/');
}

function describeBug(error: unknown): Sentence {
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const what = `${name}${findSourceFile(stack) && `, ${findSourceFile(stack)}`}`;
  return {
    en: `The command failed by a fault of its own (${what}) and left nothing. Please report it; with NODE_DEBUG=month it shows where.`,
    zh: `命令因自身缺陷失败（${what}），没有留下任何文件。请反馈；设置 NODE_DEBUG=month 可显示出错位置。`,
  };
}

/** Sentences for the user about an error: a mistake of the user, a refusal of the system, or a bug. */
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
  en: `For help: ${typedCommand('month')} --help`,
  zh: `查看帮助：${typedCommand('month')} --help`,
};

/** Prints why there is no report. With NODE_DEBUG=month, also prints the stack. */
export function printFailure(error: unknown, language: Language): void {
  const lines = describeError(error).map((sentence) => escapeInvisible(textIn(sentence, language)));
  console.error(`${lines.join('\n  ')}\n\n${HELP[language]}`);
  debuglog('month')('%s', error instanceof Error ? error.stack : error);
}
