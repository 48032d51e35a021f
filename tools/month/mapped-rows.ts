import stringWidth from 'string-width';
import { escapeInvisible } from '#shared/escape-control-characters.ts';
import type { FileDescription } from '#shared/files/describe-file.ts';
import type { Language } from '#shared/language.ts';
import type { NativeObject } from '#shared/normalizer/intake/native.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import { reportWords } from '#shared/report/words/report-words.ts';

/** Longest cell or name that is printed in full. */
const CELL_LENGTH_MAX = 200;
const ABSENT = '-';

interface NumberedRow {
  readonly row: number;
  readonly native: unknown;
}

function formatCell(value: unknown): string {
  const text = escapeInvisible(typeof value === 'string' ? value : (JSON.stringify(value) ?? ABSENT));
  return text.length <= CELL_LENGTH_MAX ? text : `${text.slice(0, CELL_LENGTH_MAX - 1)}…`;
}

/**
 * Formats rows as text with a line for each column: its name, then its cell in each row.
 * @param head heading above the names of the columns
 */
export function formatColumns(
  head: string,
  columns: readonly string[],
  rows: readonly NumberedRow[],
  language: Language,
): string[] {
  const heads = rows.map(({ row }) => reportWords[language].columns.row(row));
  const lines = [
    [head, ...heads],
    ...columns.map((name) => [
      formatCell(name),
      ...rows.map(({ native }) => formatCell((native as NativeObject)[name])),
    ]),
  ];
  const width = lines.reduce((most, [name = '']) => Math.max(most, stringWidth(name)), 0);
  return lines.map(([name = '', ...cells]) =>
    `${name}${' '.repeat(width - stringWidth(name))}  ${cells.join(' | ')}`.trimEnd(),
  );
}

/**
 * Formats the records to which a mapping converts the first rows of a file, one line per field (see docs/mapping.md).
 */
export function formatMappedRows(
  { rows }: Pick<FileDescription, 'rows'>,
  field: SourceField,
  language: Language,
): string[] {
  const words = reportWords[language].columns;
  const stripper = new Stripper(field);
  const records: NumberedRow[] = [];
  const unmappedLines: string[] = [];
  for (const { row, mapped } of rows) {
    if (mapped === undefined) continue;
    if ('reason' in mapped) unmappedLines.push(words.unread(row, mapped.reason[language]));
    else if ('isSkipped' in mapped) unmappedLines.push(words.skipped(row));
    else records.push({ row, native: stripper.strip(mapped.native) });
  }
  const fields = [...new Set(records.flatMap(({ native }) => Object.keys(native as NativeObject)))];
  return [
    ...(records.length > 0 ? formatColumns(words.field, fields, records, language) : []),
    ...unmappedLines,
  ];
}
