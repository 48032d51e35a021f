import { readFileSync } from 'node:fs';
import { raw } from 'jq-wasm';
import { stripCommand } from '#shared/connectors/prohibited/strip-command.ts';
import type { Row } from '../fixtures/native-rows.ts';

/**
 * What the documented command writes for a text: real jq, compiled to WebAssembly, runs the program and the
 * options that the command names. Its file system is its own, so the program is handed over as text.
 */
export function strippedText(text: string, command = stripCommand): Promise<string> {
  const [, options = '', program = ''] = /^jq (.*) -f (\S+) /.exec(command) ?? [];
  return raw(text, readFileSync(program, 'utf8'), options.split(' '));
}

/** As `strippedText`, of a reply and parsed. */
export const stripped = async (reply: unknown, command = stripCommand): Promise<Row[]> =>
  JSON.parse(await strippedText(JSON.stringify(reply), command)) as Row[];
