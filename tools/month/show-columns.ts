import { describe } from '#shared/files/describe.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { visible } from '#shared/visible.ts';
import { openPlace } from './places.ts';
import type { MonthSettings } from './settings/settings.ts';
import { sourcesOf } from './sources.ts';

/** The columns of a file and what its mapping makes of the first rows, as lines for the author of a mapping. */
export async function showColumns(settings: MonthSettings): Promise<string[]> {
  const lines: string[] = [];
  for (const { place, field, mapping } of await sourcesOf(settings)) {
    const file = { name: place, bytes: openPlace(place) };
    const { format, columns, rows, rejected } = await describe(file, mapping);
    lines.push(`${place}: ${field}, ${format.text}, ${format.encoding}${format.gzip ? ', gzip' : ''}`);
    const stripper = new Stripper(field);
    lines.push(`  columns: ${columns.join(', ')}`);
    for (const { row, native, mapped } of rows) {
      lines.push(`  row ${row}: ${JSON.stringify(stripper.strip(native))}`);
      if (mapped) lines.push(`    becomes ${JSON.stringify(mapped)}`);
    }
    for (const { row, reason } of rejected) lines.push(`  row ${row} cannot be read: ${reason.en}`);
  }
  return lines.map(visible);
}
