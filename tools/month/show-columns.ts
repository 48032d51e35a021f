import { escapeInvisible } from '#shared/escape-control-characters.ts';
import { describeFile } from '#shared/files/describe-file.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { describeFormat } from '#shared/recognition/describe-format.ts';
import { reportWords } from '#shared/report/words/report-words.ts';
import { openInput } from './inputs.ts';
import { formatColumns, formatMappedRows } from './mapped-rows.ts';
import type { MonthSettings } from './settings/settings.ts';
import { findSources } from './sources.ts';

/**
 * Reads the first rows of each file, and formats the output of `--show-columns`: the columns, and the records to which
 * the rows are converted.
 */
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
      ...formatColumns(words.column, columns, stripped, language).map((line) => `  ${line}`),
      ...formatMappedRows({ rows }, field, language).map((line) => `  ${line}`),
      ...rejected.map(({ row, reason }) => `  ${words.unread(row, reason[language])}`),
    );
  }
  return lines.map(escapeInvisible);
}
