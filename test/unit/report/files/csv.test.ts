import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitFields, splitRecords } from '#shared/files/csv/csv-text.ts';
import { type CsvColumn, formatCsv } from '#shared/report/files/csv.ts';

const tableOf = <TLine>(columns: readonly CsvColumn<TLine>[], lines: readonly TLine[]): string =>
  [...formatCsv(columns, lines, 'en')].join('');
const written = (text: string | number | null, as: 'text' | 'figure' = 'text'): string =>
  tableOf([{ head: 'a', as, of: (line: { a: string | number | null }) => line.a }], [{ a: text }])
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n');

test('a table begins with a byte order mark, and its lines end as in RFC 4180', () => {
  expect(tableOf([{ head: 'a', as: 'text', of: () => 'x' }], [1, 2])).toBe('\uFEFFa\r\nx\r\nx\r\n');
});

test.each([
  ['gpt-4o', 'gpt-4o'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['\t=1', `"'\t'=1"`],
  ['\rcmd', `"'\rcmd"`],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['a;=1', `"a;'=1"`],
  ['a;-1;b', `"a;'-1;b"`],
  ['a\t "+1', `"a\t ""'+1"`],
  ['two\n\n@lines', `"two\n\n'@lines"`],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['20260301080000123456', "'20260301080000123456"],
  ['2025e30', "'2025e30"],
  ['123456789012345', '123456789012345'],
  ['7', '7'],
  ['模型测试', '模型测试'],
])('the text %j is written as %j, so that no spreadsheet executes or shortens it', (text, cell) => {
  expect(written(text)).toBe(cell);
});

test.each([
  ['-0.0500000000000000001', '-0.0500000000000000001'],
  [0.28, '0.28'],
  [null, ''],
])('the number %j is written unchanged: %j', (figure, cell) => {
  expect(written(figure, 'figure')).toBe(cell);
});

test('no text becomes a formula, whatever a spreadsheet takes for the end of a cell', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@|＝;,\t\r\n" \'\u200bab1'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), (lines) => {
      const table = tableOf(
        [0, 1].map((at) => ({
          head: `c${at}`,
          as: 'text' as const,
          of: (line: [string, string]) => line[at],
        })),
        lines,
      );
      for (const delimiter of [',', ';', '\t'])
        for (const cell of splitRecords(table.slice(1), delimiter).flatMap((record) =>
          splitFields(record, delimiter),
        ))
          expect(cell).not.toMatch(/^[\s\u200b]*[=+\-@＝|]/);
    }),
    { numRuns: 2000 },
  );
});
