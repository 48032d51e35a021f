import { execFileSync } from 'node:child_process';
import { Page } from './page.ts';

/**
 * Shell functions that print their arguments instead of running the program, so that the shell itself parses the page.
 * `$1` is the current day; `cd` does nothing.
 */
const PRINT_ARGUMENTS = `print_arguments() { printf '%s\\037' "$@"; printf '\\036'; }
npm() { print_arguments npm "$@"; }
npx() { print_arguments npx "$@"; }
day=$1
date() { case $2 in +%Y) echo "\${day%%-*}";; +%m) echo "$day" | cut -d- -f2;; esac; }
cd() { :; }`;

/** Reads the commands of a program from the shell blocks of a page, as lists of arguments. */
export function readShellCommands(path: string, program: 'npm' | 'npx', day = '2026-11-03'): string[][] {
  const blocks = new Page(path).code.filter(({ language }) => language === 'sh');
  return blocks
    .filter(({ text }) => text.includes(`${program} `))
    .flatMap(({ text }) =>
      execFileSync('sh', ['-c', `${PRINT_ARGUMENTS}\n${text}`, 'sh', day], { encoding: 'utf8' })
        .split('\u001e')
        .map((command) => command.split('\u001f').slice(0, -1)),
    )
    .filter(([name]) => name === program);
}

/** Reads the commands between backquotes in sentences, unchanged: `npm start`, `PORT=3001 npm start`. */
export const readInlineCommands = (path: string): string[] =>
  [...new Page(path).text.matchAll(/`((?:[A-Z]+=\S+ )?np[mx] [^`\n]+)`/g)].map(([, command = '']) => command);
