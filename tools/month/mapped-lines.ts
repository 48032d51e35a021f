import type { Description } from '#shared/files/describe.ts';
import type { Language } from '#shared/language.ts';
import type { Native } from '#shared/normalizer/intake/native.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import type { SourceField } from '#shared/run/read/source.ts';
import { reportWords } from '#shared/words/report-words.ts';

/** What a mapping makes of the first rows of a file, a line for each field; `docs/mapping.md` shows them. */
export function mappedLines(
  { rows }: Pick<Description, 'rows'>,
  field: SourceField,
  language: Language,
): string[] {
  const words = reportWords[language].columns;
  const stripper = new Stripper(field);
  return rows.flatMap(({ row, mapped }) => {
    if (mapped === undefined) return [];
    if ('reason' in mapped) return [words.unread(row, mapped.reason[language])];
    if ('isSkipped' in mapped) return [words.skipped(row)];
    const native = Object.entries(stripper.strip(mapped.native) as Native);
    const width = Math.max(...native.map(([name]) => name.length));
    const fields = native.map(
      ([name, value]) =>
        `  ${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    return [words.becomes(row), ...fields];
  });
}
