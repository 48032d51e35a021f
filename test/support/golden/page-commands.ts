import { execFileSync } from 'node:child_process';
import { Page } from './page.ts';

/**
 * Programs that say what they were given instead of running, so that the shell itself reads the page: on the day `$1`,
 * in whatever folder.
 */
const TELL = `tell() { printf '%s\\037' "$@"; printf '\\036'; }
npm() { tell npm "$@"; }
npx() { tell npx "$@"; }
day=$1
date() { case $2 in +%Y) echo "\${day%%-*}";; +%m) echo "$day" | cut -d- -f2;; esac; }
cd() { :; }`;

/** The commands of a page's shell blocks that begin with a program, as lists of arguments. */
export function readShellCommands(path: string, program: 'npm' | 'npx', day = '2026-11-03'): string[][] {
  const blocks = new Page(path).code.filter(({ language }) => language === 'sh');
  return blocks
    .filter(({ text }) => text.includes(`${program} `))
    .flatMap(({ text }) =>
      execFileSync('sh', ['-c', `${TELL}\n${text}`, 'sh', day], { encoding: 'utf8' })
        .split('\u001e')
        .map((command) => command.split('\u001f').slice(0, -1)),
    )
    .filter(([name]) => name === program);
}

/** The commands between backquotes in a page's sentences, as they stand: `npm start`, `PORT=3001 npm start`. */
export const readInlineCommands = (path: string): string[] =>
  [...new Page(path).text.matchAll(/`((?:[A-Z]+=\S+ )?np[mx] [^`\n]+)`/g)].map(([, command = '']) => command);
