/** The rows of a table that is written as lines of cells, `first | second`. */
export const tableRows = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** The value of a field in such a cell: a number, a quoted text, `true`, a text; a dash is no value. */
const fieldValue = (text: string): unknown => {
  if (text === '-') return undefined;
  return /^(?:-?\d+(?:\.\d+)?|".*"|true)$/.test(text) ? JSON.parse(text) : text;
};

/** Fields as words, `quota=7 model=m`. */
export const fieldsIn = (words: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    words.map((word) => word.split('=')).map(([name = '', value = '']) => [name, fieldValue(value)]),
  );
