import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvScanner } from '#shared/files/csv/csv-scanner.ts';
import { RowSink } from '#shared/files/row-sink.ts';
import { Rejection } from '#shared/rejections.ts';

const COLUMNS = ['a', 'b'];
const HEADER = `${COLUMNS.join()}\n`;
const dialect = { delimiter: ',', columns: COLUMNS, headerRow: 1, hasComments: false, end: undefined };

/** Rows of two fields, and the number of the row whose quote is not closed. */
interface Read {
  readonly rows: readonly (readonly [row: number, fields: readonly unknown[]])[];
  readonly rejected: readonly number[];
  readonly brokenIn?: number;
}

function scan(pieces: readonly Uint8Array[], rowBytesMax?: number): Read {
  const sink = new RowSink();
  const scanner = new CsvScanner('file', sink, dialect, 0, rowBytesMax);
  let brokenIn: number | undefined;
  try {
    for (const piece of pieces) scanner.push(piece);
    scanner.end();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const [, last] = /^file: .* after row (\d+)/.exec(error.details[0] ?? '') ?? [];
    brokenIn = Number(last) + 1;
  }
  const { rows, rejected } = sink.takeBatch();
  return {
    rows: rows.map(({ row, native }) => [row, Object.values(native)]),
    rejected: rejected.map(({ row }) => row),
    ...(brokenIn !== undefined && { brokenIn }),
  };
}

/** Reads a table with a simple parser, character by character. */
function readSimply(text: string): Read {
  const rows: [number, string[]][] = [];
  const rejected: number[] = [];
  const isBlank = (field: string) => field.trim() === '';
  let [record, fields, field, quoted, started] = [1, [] as string[], '', false, false];
  let raw = '';
  const end = () => {
    fields.push(field.endsWith('\r') && raw.endsWith('\r') ? field.slice(0, -1) : field);
    const extra = fields.slice(COLUMNS.length);
    if (record > 1 && !fields.every(isBlank)) {
      const fits = fields.length >= COLUMNS.length && extra.every(isBlank);
      if (fits) rows.push([record, fields.slice(0, COLUMNS.length)]);
      else if (!raw.startsWith('#')) rejected.push(record);
    }
    record++;
    [fields, field, raw, started] = [[], '', '', false];
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter !== '\n' || quoted) raw += letter;
    if (quoted && letter === '"' && text[at + 1] === '"') {
      field += '"';
      raw += '"';
      at++;
    } else if (quoted && letter === '"') quoted = false;
    else if (quoted) field += letter;
    else if (letter === '\n') end();
    else if (letter === ',') {
      fields.push(field);
      [field, started] = ['', false];
      continue;
    } else if (letter === '"' && !started) quoted = true;
    else field += letter;
    started = letter !== '\n' || quoted;
  }
  if (quoted) return { rows, rejected, brokenIn: record };
  if (raw === '') return { rows, rejected };
  const isShort = fields.length + 1 < COLUMNS.length && !isBlank(field) && !raw.startsWith('#');
  // A lone half of a line end does not end a row.
  const isHalf = fields.length + 1 >= COLUMNS.length && raw.endsWith('\r');
  const all = [...fields, field];
  const isRow = all.slice(COLUMNS.length).every(isBlank) && !all.every(isBlank);
  if (isShort || (isHalf && isRow)) return { rows, rejected, brokenIn: record };
  end();
  return { rows, rejected };
}

const utf8 = new TextEncoder();
const hostile = fc.string({ unit: fc.constantFrom(...'"",,\n\nxy#\r 元'), maxLength: 60 });

test('any text, in any chunks, reads as by a plain reference parser', () =>
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 20 }), (text, size) => {
      const bytes = utf8.encode(HEADER + text);
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.slice(n * size, (n + 1) * size),
      );
      expect(scan(pieces)).toEqual(readSimply(HEADER + text));
    }),
    { numRuns: 2000 },
  ));

/** Bytes that count how often each is read. */
function counting(bytes: Uint8Array): { watched: Uint8Array; visits: () => number } {
  let visits = 0;
  const watched = new Proxy(bytes, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === 'number') visits += key === 'length' ? 0 : 1;
      if (typeof value !== 'function') return value;
      return (...args: number[]) => {
        const result: unknown = value.apply(target, args);
        if (result instanceof Uint8Array) visits += result.length;
        return result;
      };
    },
  });
  return { watched, visits: () => visits };
}

/** Once to find the end of the row, once for the text, and once if the row is too long. */
const VISITS_MAX = 3;

const visitsOf = (text: string, rowBytesMax?: number): number => {
  const { watched, visits } = counting(utf8.encode(HEADER + text));
  scan([watched], rowBytesMax);
  return visits();
};

test('the scanner reads no byte more than three times, wherever the quotes are', () =>
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 50 }), (text, times) => {
      const all = text.repeat(times);
      expect(visitsOf(all)).toBeLessThanOrEqual(VISITS_MAX * (HEADER.length + utf8.encode(all).length + 1));
    }),
  ));

test.each<[what: string, line: string]>([
  ['lines that open a quote', 'x,"y"z,"\n'],
  ['one line', 'x'],
  ['a quote that never closes', '"\n""'],
])('nor beyond the size of a row: %s', (_, line) => {
  const rowBytesMax = 50_000;
  const text = line.repeat((1.5 * rowBytesMax) / line.length);
  expect(visitsOf(text, rowBytesMax)).toBeLessThanOrEqual(VISITS_MAX * text.length);
});
