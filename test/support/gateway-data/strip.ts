import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { raw } from 'jq-wasm';
import { stripCommand } from '#shared/gateways/prohibited/strip-command.ts';
import type { Row } from '../fixtures/native-rows.ts';
import { hasPrograms } from '../has-programs.ts';

/** Parses the options of jq and the path of its program from the documented command. */
function parseCommand(command: string): { options: string[]; program: string } {
  const [, options = '', program = ''] = /^jq (.*) -f (\S+) /.exec(command) ?? [];
  return { options: options.split(' '), program };
}

/**
 * Runs the documented command on a text, with jq 1.7 compiled to WebAssembly. It cannot read files here, so the
 * program is passed as text.
 */
export function stripText(text: string, command = stripCommand): Promise<string> {
  const { options, program } = parseCommand(command);
  return raw(text, readFileSync(program, 'utf8'), options);
}

/** Strips a reply and parses the result. */
export const stripReply = async (reply: unknown, command = stripCommand): Promise<Row[]> =>
  JSON.parse(await stripText(JSON.stringify(reply), command)) as Row[];

/** The jq of this machine, if there is one: 1.6 on Debian 12, where CI runs. */
export const installedJqs: [name: string, jq: string[]][] = hasPrograms('jq')
  ? [['the jq of this machine', ['jq']]]
  : [];

/** Runs the documented command with another jq on a sequence of texts. @returns one line for each */
export function stripWith([file = '', ...args]: string[], texts: string, command: string): string {
  const { options, program } = parseCommand(command);
  return execFileSync(file, [...args, ...options, '-f', program], { input: texts, encoding: 'utf8' });
}
