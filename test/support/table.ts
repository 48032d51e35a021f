/** Splits a table into rows of cells: one line a row, cells separated by `|`. */
export const tableRows = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** Parses a field value: a number, a JSON string, `true` or a bare text; `-` gives undefined. */
const fieldValue = (text: string): unknown => {
  if (text === '-') return undefined;
  return /^(?:-?\d+(?:\.\d+)?|".*"|true)$/.test(text) ? JSON.parse(text) : text;
};

/** Parses fields such as `quota=7 model=m`. */
export const fieldsIn = (words: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    words.map((word) => word.split('=')).map(([name = '', value = '']) => [name, fieldValue(value)]),
  );
