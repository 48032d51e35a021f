import { readFileSync } from 'node:fs';
import { parseCases } from './engine/case-file.ts';

/** Splits a table into rows of cells: one line a row, cells separated by `|`. */
export const tableRows = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** Reads tables of a file: a line at the margin names a table, and indented lines are its rows. */
export const readTables = (file: URL): Readonly<Record<string, string[][]>> =>
  Object.fromEntries(
    parseCases(readFileSync(file, 'utf8')).map(({ name, ledger }) => [name, ledger.flatMap(tableRows)]),
  );

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Splits a line at blanks outside of JSON values. */
export function wordsIn(line: string): string[] {
  const words: string[] = [];
  let open = '';
  for (const piece of line.split(' ')) {
    open = open === '' ? piece : `${open} ${piece}`;
    const value = open.slice(open.indexOf('=') + 1);
    if (open === '' || (/^["{[]/.test(value) && !isJson(value))) continue;
    words.push(open);
    open = '';
  }
  if (open !== '') throw new Error(`not JSON: ${open}`);
  return words;
}

/** Reads a value: JSON or a text; a dash is undefined. */
export const valueIn = (text: string): unknown => {
  if (text === '-') return undefined;
  return isJson(text) ? JSON.parse(text) : text;
};

/** Splits `name=value`. */
export const fieldIn = (word: string): [name: string, value: string] => {
  const at = word.indexOf('=');
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
};

/** Reads fields such as `quota=7 model=m`. */
export const fieldsIn = (line: string): Record<string, unknown> =>
  Object.fromEntries(wordsIn(line).map((word) => [fieldIn(word)[0], valueIn(fieldIn(word)[1])]));

/** Reads fields whose values are texts, in quotes if they have blanks. */
export const textsIn = (line: string): Record<string, string> =>
  Object.fromEntries(
    wordsIn(line).map((word) => {
      const [name, value] = fieldIn(word);
      return [name, value.startsWith('"') ? JSON.parse(value) : value];
    }),
  );
