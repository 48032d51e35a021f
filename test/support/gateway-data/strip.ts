import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { raw } from 'jq-wasm';
import { stripCommand } from '#shared/gateways/prohibited/strip-command.ts';
import type { Row } from '../fixtures/native-rows.ts';
import { hasPrograms } from '../has-programs.ts';

/** The options that the documented command gives to jq, and the program that it names. */
function partsOf(command: string): { options: string[]; program: string } {
  const [, options = '', program = ''] = /^jq (.*) -f (\S+) /.exec(command) ?? [];
  return { options: options.split(' '), program };
}

/**
 * What the documented command writes for a text: jq 1.7, compiled to WebAssembly, runs the program and the options
 * that the command names. Its file system is its own, so the program is handed over as text.
 */
export function stripText(text: string, command = stripCommand): Promise<string> {
  const { options, program } = partsOf(command);
  return raw(text, readFileSync(program, 'utf8'), options);
}

/** As `strippedText`, of a reply and parsed. */
export const stripReply = async (reply: unknown, command = stripCommand): Promise<Row[]> =>
  JSON.parse(await stripText(JSON.stringify(reply), command)) as Row[];

/** Whichever version this machine has: 1.6 on Debian 12, where CI runs. */
export const installedJqs: [name: string, jq: string[]][] = hasPrograms('jq')
  ? [['the jq of this machine', ['jq']]]
  : [];

/** What the documented command writes for texts when another jq runs it: a line for each. */
export function stripWith([file = '', ...args]: string[], texts: string, command: string): string {
  const { options, program } = partsOf(command);
  return execFileSync(file, [...args, ...options, '-f', program], { input: texts, encoding: 'utf8' });
}
