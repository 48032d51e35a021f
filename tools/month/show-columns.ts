import { escapeInvisible } from '#shared/escape-control-characters.ts';
import { describeFile, type FileDescription } from '#shared/files/describe-file.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts';
import type { NativeObject } from '#shared/normalizer/intake/native.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import { describeFormat } from '#shared/recognition/options.ts';
import { reportWords } from '#shared/report/words/report-words.ts';
import { alignColumns } from '../print/screen.ts';
import { openInput } from './inputs.ts';
import type { MonthSettings } from './settings/settings.ts';
import { findSources } from './sources.ts';

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

/** Formats rows as text with a line for each column: its name, below the heading `head`, then its cell in each row. */
function formatColumns(
  head: string,
  columns: readonly string[],
  rows: readonly NumberedRow[],
  language: Language,
): string[] {
  const heads = rows.map(({ row }) => reportWords[language].columns.row(row));
  const lines = columns.map((name) => [
    formatCell(name),
    rows.map(({ native }) => formatCell((native as NativeObject)[name])).join(' | '),
  ]);
  return alignColumns(['left', 'left'], [[head, heads.join(' | ')], ...lines]);
}

/**
 * Formats the records to which a mapping converts the first rows of a file, one indented line per field (see
 * docs/mapping.md).
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
    if ('reason' in mapped) unmappedLines.push(`  ${words.unread(row, mapped.reason[language])}`);
    else if ('isSkipped' in mapped) unmappedLines.push(`  ${words.skipped(row)}`);
    else records.push({ row, native: stripper.strip(mapped.native) });
  }
  const fields = [...new Set(records.flatMap(({ native }) => Object.keys(native as NativeObject)))];
  return [
    ...(records.length > 0 ? formatColumns(words.field, fields, records, language) : []),
    ...unmappedLines,
  ];
}

/** Formats the output of `--show-columns`: the columns of each file, and the records that its first rows become. */
export async function describeColumns(settings: MonthSettings): Promise<string[]> {
  const { language = DEFAULT_LANGUAGE } = settings;
  const words = reportWords[language].columns;
  const lines: string[] = [];
  for (const { location, field, mapping } of await findSources(settings)) {
    const file = { name: location, bytes: openInput(location) };
    const { format, columns, rows, rejected } = await describeFile(file, mapping);
    const stripper = new Stripper(field);
    const stripped = rows.map(({ row, native }) => ({ row, native: stripper.strip(native) }));
    const kinds = [words.fields[field], words.texts[format.text], format.encoding, format.gzip && 'gzip'];
    const natives = rows.map(({ native }) => native);
    lines.push(
      words.file(
        location,
        kinds.filter((kind) => kind !== false),
      ),
      ...(mapping ? [] : [`  ${words.format(describeFormat(natives, field)[language])}`]),
      ...formatColumns(words.column, columns, stripped, language),
      ...formatMappedRows({ rows }, field, language),
      ...rejected.map(({ row, reason }) => `  ${words.unread(row, reason[language])}`),
    );
  }
  return lines.map(escapeInvisible);
}
