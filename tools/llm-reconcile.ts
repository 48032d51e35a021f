#!/usr/bin/env node
import { type Sentence, textIn } from '#shared/sentence.ts';
import { detectLanguage } from './arguments.ts';

/** The command of the package: starts one of its programs, or explains what there is. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  demo: () => import('./demo.ts'),
  month: () => import('./month.ts'),
  read: () => import('./read.ts'),
  serve: () => import('./serve.ts'),
};
const NODE_MAJOR = 24;
const EXIT_MISTAKE = 2;

const USAGE: Sentence = {
  en: `llm-reconcile COMMAND [options]

  demo    reconcile the example of a new-api gateway and print the report
  month   reconcile a month: log, provider's bill and payments
  read    fetch log, payments and channels from your gateway into a folder
  serve   serve the API and the page on this machine

llm-reconcile COMMAND --help lists the options of a command. Messages are in the language of the terminal;
--language en or --language zh chooses another.`,
  zh: `llm-reconcile 命令 [选项]

  demo    对示例网关（new-api）对账并打印报告
  month   对一个月的账：日志、上游账单和充值
  read    从您的网关读取日志、充值和渠道，写到一个目录
  serve   在本机提供 API 和网页

llm-reconcile 命令 --help 列出该命令的选项。提示语言跟随终端；也可用 --language en 或 --language zh 指定。`,
};
const UNKNOWN_COMMAND: Sentence = {
  en: 'There is no such command. Choose demo, month, read or serve; llm-reconcile --help explains them.',
  zh: '没有这个命令。可用的命令有 demo、month、read、serve；llm-reconcile --help 有说明。',
};
const OLD_NODE: Sentence = {
  en: `llm-reconcile needs Node ${NODE_MAJOR} or later, but this is Node ${process.versions.node}. Install a newer version from nodejs.org or with a version manager.`,
  zh: `llm-reconcile 需要 Node ${NODE_MAJOR} 或更新的版本，而当前是 Node ${process.versions.node}。请从 nodejs.org 或用版本管理工具安装。`,
};

const [node = '', script = '', name, ...rest] = process.argv;
const text = (sentence: Sentence) => textIn(sentence, detectLanguage(rest, process.env));
const program = name !== undefined && Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;

// Ignore a closed pipe (`… | head`): the command goes on and its exit code stays the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
  console.error(text(OLD_NODE));
  process.exitCode = EXIT_MISTAKE;
} else if (program !== undefined) {
  process.argv = [node, script, ...rest];
  await program();
} else if (name === undefined || name === '--help' || name === '-h' || name === 'help')
  console.log(text(USAGE));
else {
  console.error(text(UNKNOWN_COMMAND));
  process.exitCode = EXIT_MISTAKE;
}
