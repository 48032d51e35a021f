/** The rows of a table that is written as lines of cells, `first | second`. */
export const tableRows = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
