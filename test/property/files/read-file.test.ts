import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openFile } from '#shared/files/read-file.ts';
import { Rejection } from '#shared/rejections.ts';
import {
  collectBatches,
  encodeText,
  formatCsvRecord,
  gzip,
  isGbkCharacter,
  makeOpenableFile,
  nativesOf,
  readAllRows,
  type TextEncoding,
} from '../../support/files/file-bytes.ts';

/** Characters with a meaning in JSON or CSV, and characters of several bytes. */
const text = fc.string({
  unit: fc.constantFrom(...'"\\,;\t|{}[]:\n #`ab1é元测🙂'),
  maxLength: 12,
});
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
/** Rows with an id, and with keys that pages also have. */
const row = fc.record(
  {
    created_at: fc.integer({ min: 1, max: 2e9 }),
    quota: fc.integer(),
    content: text,
    other: text.map((inner) => JSON.stringify({ inner })),
    nested: fc.array(fc.record({ data: fc.array(scalar, { maxLength: 3 }), items: scalar }), {
      maxLength: 2,
    }),
    data: fc.oneof(fc.constant([]), fc.constant({}), scalar),
  },
  { requiredKeys: ['created_at'] },
);
const rows = fc.array(row, { maxLength: 12 });
const blank = fc.constantFrom('', ' ', '\n', '\r\n  ', '\t');
const chunkSize = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 5000 }));

type Rows = readonly Readonly<Record<string, unknown>>[];
const json = (value: unknown, indented: boolean): string => JSON.stringify(value, null, indented ? 2 : 0);
/** Ways to write rows as JSON. */
const writers: Record<string, (rows: Rows, indented: boolean) => string> = {
  array: json,
  page: (all, indented) =>
    json({ success: true, message: '', data: { total: all.length, items: all } }, indented),
  pageBefore: (all, indented) => json({ data: all, success: true, message: 'ok', code: 0 }, indented),
  threeLevels: (all, indented) => json({ data: { data: { rows: all } } }, indented),
  pages: (all, indented) =>
    json([{ data: { items: all.slice(0, 3) } }, { code: 200, list: all.slice(3) }], indented),
  documents: (all, indented) =>
    [{ data: all.slice(0, 2) }, { data: null }, { data: { logs: all.slice(2) } }]
      .map((page) => json(page, indented))
      .join('\n'),
  lines: (all) => all.map((one) => JSON.stringify(one)).join('\n'),
  linesEnded: (all) => all.map((one) => `${JSON.stringify(one)}\r\n`).join(''),
};

test('rows in any JSON, in any chunks, are read unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(...Object.keys(writers)),
      fc.boolean(),
      blank,
      fc.constantFrom<TextEncoding>('utf-8', 'utf-8 with a byte order mark', 'utf-16le', 'utf-16be'),
      fc.boolean(),
      chunkSize,
      async (written, writer, indented, space, encoding, packed, size) => {
        const content = `${space}${writers[writer]?.(written, indented)}${space}`;
        // Empty files are refused.
        fc.pre(content.trim() !== '');
        const bytes = encodeText(content, encoding);
        const read = await readAllRows(packed ? gzip(bytes) : bytes, size);
        expect(read.rejected).toEqual([]);
        expect(nativesOf(read)).toEqual(JSON.parse(JSON.stringify(written)));
        expect(read.rows.map(({ row: number }) => number)).toEqual(written.map((_, index) => index + 1));
      },
    ),
  );
});

const table = fc
  .record({
    columns: fc.uniqueArray(fc.constantFrom('id', 'a b', '时间', 'x;y', 'p,q', 'Preis (€)', '"'), {
      minLength: 2,
    }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    end: fc.constantFrom('\n', '\r\n'),
    notes: fc.array(fc.constantFrom('#账号', '# from, to', '#'), { maxLength: 3 }),
  })
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      rows: fc.array(fc.array(text, { minLength: shape.columns.length, maxLength: shape.columns.length }), {
        // With a single row the delimiter may be ambiguous.
        minLength: 1,
        maxLength: 8,
      }),
    }),
  )
  // Records that are blank or start with # are skipped, so the first cell is an id.
  .map(({ shape, rows: cells }) => ({
    shape,
    rows: cells.map(([, ...rest], index) => [`r${index}`, ...rest]),
  }));

const tableText = ({
  shape,
  rows: cells,
}: {
  shape: { columns: string[]; delimiter: string; end: string; notes: string[] };
  rows: string[][];
}) =>
  [
    ...shape.notes,
    ...[shape.columns, ...cells].map((fields) => formatCsvRecord(fields, shape.delimiter)),
    ...shape.notes,
    '',
  ].join(shape.end);

/** In GBK, 元 has bytes that are valid in UTF-8. If later bytes come in another chunk, the encoding is detected wrongly. */
const startsLikeUtf8 = (content: string): boolean => /^\p{ASCII}*元/u.test(content);

test('rows in a table, in any chunks and encodings, are read unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom<TextEncoding>('utf-8', 'utf-8 with a byte order mark', 'utf-16le', 'gbk'),
      fc.boolean(),
      chunkSize,
      async (written, encoding, packed, size) => {
        const content = tableText(written);
        fc.pre(encoding !== 'gbk' || ([...content].every(isGbkCharacter) && !startsLikeUtf8(content)));
        // The delimiter is that of most records; with one row it may be ambiguous.
        const bytes = encodeText(content, encoding);
        const file = await openFile(makeOpenableFile(packed ? gzip(bytes) : bytes, size));
        fc.pre(file.format.delimiter === written.shape.delimiter);
        const read = await collectBatches(file.batches());
        expect(read.rejected).toEqual([]);
        expect(read.rows.map(({ native }) => Object.values(native))).toEqual(
          written.rows.map((cells) => written.shape.columns.map((_, index) => cells[index])),
        );
      },
    ),
  );
});

/** Reads a file; expects a result or a rejection that names the file. */
const expectReadOrRefused = async (bytes: Uint8Array, size: number): Promise<void> => {
  try {
    for (const { reason } of (await readAllRows(bytes, size)).rejected) expect(reason.en).toMatch(/^[a-z]/);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    expect(error.details[0]).toMatch(/^file[:.[]/);
  }
};

test('any bytes are read or refused with a named reason', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), chunkSize, expectReadOrRefused));
});

test('damaged files are read or refused with a named reason', async () => {
  const damage = fc
    .tuple(fc.nat(), fc.constantFrom(...'"\\{}[],:\n\0\x80#x'))
    .map(([at, put]) => ({ at, put }));
  const contents = fc.oneof(
    fc
      .tuple(rows, fc.constantFrom(...Object.keys(writers)))
      .map(([written, writer]) => writers[writer]?.(written, false) ?? ''),
    table.map(tableText),
  );
  await fc.assert(
    fc.asyncProperty(
      contents,
      fc.array(damage, { maxLength: 4 }),
      fc.nat(),
      chunkSize,
      async (content, damages, cut, size) => {
        const bytes = encodeText(content, 'utf-8');
        for (const { at, put } of damages) bytes[at % (bytes.length || 1)] = put.charCodeAt(0);
        await expectReadOrRefused(bytes.slice(0, cut % (bytes.length + 1)), size);
        await expectReadOrRefused(gzip(bytes).slice(0, cut), size);
      },
    ),
  );
});
