import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { configureRun } from '#shared/pipeline/settings/configure-run.ts';
import type { Row } from '../fixtures/native-rows.ts';
import { CSV_FORMAT, formatTable } from '../fixtures/tables.ts';
import { rowsIn } from '../fixtures/text-rows.ts';
import { fieldsIn, wordsIn } from '../table.ts';
import { makeTextFile, type TextFile } from './run-in-memory.ts';

const FIXTURES = new URL('../fixtures/bills/', import.meta.url);

interface OpenFile {
  readonly field: SourceField;
  readonly more: Partial<TextFile>;
  readonly rows: Row[];
  readonly lines: string[];
  pages?: { total?: unknown; data: Row[] }[];
  content?: unknown;
  isTable?: true;
  /** Changes of its bytes. */
  readonly changes: ((bytes: Uint8Array) => Uint8Array)[];
}

function closeFile({ field, more, rows, lines, pages, content, isTable, changes }: OpenFile): TextFile {
  const text = lines.length > 0 ? lines.map((line) => `${line}\n`).join('') : undefined;
  const table = isTable && formatTable(rows, CSV_FORMAT);
  const file = makeTextFile(field, content ?? text ?? table ?? pages ?? rows, more);
  return { ...file, bytes: changes.reduce((bytes, change) => change(bytes), file.bytes) };
}

/** Reads what stands behind `file`: the ledger, then settings of the file. A mapping is JSON. */
function openFile(words: readonly string[]): OpenFile {
  const [field = 'logs', ...settings] = words;
  const { mapping, ...more } = fieldsIn(settings.join(' '));
  const parsed = mapping === undefined ? {} : { mapping: parseMapping(mapping, 'map.json') };
  return { field: field as SourceField, more: { ...more, ...parsed }, rows: [], lines: [], changes: [] };
}

/**
 * Builds files and settings of lines:
 *
 *   set quotaPerUnit=1000              settings of the run; a dash removes one
 *   configure {"period":"2026-10"}      settings as in a settings file
 *   period 2026-10-01 2026-10-04       from and until the start of these days in UTC
 *   file upstreamCharges name=b.json   begins a file of a ledger, with settings of the file
 *   fixture sub2api-usage.csv          its content is this file of a provider
 *   content {"message":"no"}           its content is this JSON
 *   | date,model,cost                  a line of its text; 3x before it gives three, # counts from 1, % from 2
 *   table, gzip, cut -9                its rows are a table in CSV, its bytes are compressed or cut off
 *   page 5                             begins a page of its rows, with this total
 *   3x log id=#                        its rows, as `rowsIn` reads them
 */
export function parseRun(lines: readonly string[]) {
  const settings: Record<string, unknown> = {};
  const files: OpenFile[] = [];
  for (const line of lines) {
    const [kind = '', ...rest] = line.split(' ');
    const file = files.at(-1);
    const text = rest.join(' ');
    if (kind === 'set') Object.assign(settings, fieldsIn(text));
    else if (kind === 'configure') Object.assign(settings, configureRun(JSON.parse(text), false));
    else if (kind === 'period') {
      const [start, end] = rest.map((day) => (day.includes('T') ? day : `${day}T00:00:00Z`));
      settings.period = { start, end };
    } else if (kind === 'file') files.push(openFile(wordsIn(text)));
    else if (line === '') continue;
    else if (file === undefined) throw new Error(`no file for: ${line}`);
    else if (kind === 'fixture') file.content = readFileSync(new URL(text, FIXTURES));
    else if (kind === 'content') file.content = JSON.parse(text);
    else if (line === 'table') file.isTable = true;
    else if (line === 'gzip') file.changes.push((bytes) => new Uint8Array(gzipSync(bytes)));
    else if (kind === 'cut') file.changes.push((bytes) => bytes.subarray(0, Number(text)));
    else if (kind === 'page') {
      file.pages ??= [];
      file.pages.push({ ...(text && { total: Number(text) }), data: [] });
    } else {
      const [, from = '1', to = from, raw] = /^(?:(?:(\d+)-)?(\d+)x )?\| ?(.*)$/.exec(line) ?? [];
      if (raw === undefined) (file.pages?.at(-1)?.data ?? file.rows).push(...rowsIn(line, 'new-api').rows);
      else
        for (let row = Number(from); row <= Number(to); row++)
          file.lines.push(raw.replaceAll('#', `${row}`).replaceAll('%', `${row + 1}`));
    }
  }
  return { files: files.map(closeFile), settings: settings as Partial<RunSettings> };
}
