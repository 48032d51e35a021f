import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parseCases } from './engine/case-file.ts';
import { wordsIn } from './table.ts';

/** Matches a text: one that begins with ^ stands at the beginning; one between slashes is a regular expression. */
export const matcher = (text: string) => {
  if (/^\/.+\/$/s.test(text)) return expect.stringMatching(new RegExp(text.slice(1, -1), 'su'));
  const escaped = text.slice(1).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return text.startsWith('^')
    ? expect.stringMatching(new RegExp(`^${escaped}`))
    : expect.stringContaining(text);
};

/** The rows of the table of a case; a case without a table has one. */
function tableOf(lines: readonly string[]): string[][] {
  const rows = lines.flatMap((line) => {
    if (line.startsWith('each '))
      return [
        line
          .slice(5)
          .split(/(?<=^| )\|(?= |$)/)
          .map((cell) => cell.trim()),
      ];
    return line.startsWith('values ') ? wordsIn(line.slice(7)).map((value) => [value]) : [];
  });
  return rows.length > 0 ? rows : [[]];
}
const fill = (lines: readonly string[], cells: readonly string[]): string[] =>
  lines.map((line) => line.replace(/\$(\d)/g, (_, n) => cells[Number(n) - 1] ?? '').trim());

/** Cases with their title, lines, findings and gateway: one for each row of a table and each gateway named. */
const casesIn = (file: URL) =>
  parseCases(readFileSync(file, 'utf8')).flatMap(({ name, ledger, finds }) =>
    tableOf(ledger).flatMap((cells) => {
      const lines = fill(
        ledger.filter((line) => !/^(?:each|values) /.test(line)),
        cells,
      );
      const gateways = lines
        .find((line) => line.startsWith('gateway '))
        ?.split(' ')
        .slice(1) ?? ['new-api'];
      return gateways.map((gateway) => {
        const title = [name, ...cells.slice(0, 1), ...(gateways.length > 1 ? [gateway] : [])].join(': ');
        return [title, lines, fill(finds, cells), gateway] as const;
      });
    }),
  );

/**
 * Reads the case files of a folder. A line of a case that begins with `each` is a row of a table, whose cells replace
 * `$1`, `$2` and so on; each of the words after `values` is a row with one cell.
 */
export const readCaseFolder = (folder: URL) =>
  readdirSync(folder).map((name) => [name.replace('.txt', ''), casesIn(new URL(name, folder))] as const);
