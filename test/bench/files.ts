import { parseArgs } from 'node:util';
import { openFile } from '#shared/files/read-file.ts';
import { newApiRow, ratios } from '../support/fixtures/native-rows.ts';
import { benchMonth, benchMonths } from './months/run.ts';
import { Stopwatch } from './stopwatch.ts';

/**
 * `npm run bench:files` prints what reading a file costs beside one `JSON.parse` of its text, measures whole months,
 * and writes their section of the page; `-- --rows 10000000 [--lopsided]` prints what one month of that size takes.
 */
const ROUNDS = 15;
const ROWS = 50_000;
const CHUNK_BYTES = 64 * 1024;

const rows = Array.from({ length: ROWS }, (_, id) =>
  newApiRow({ id, request_id: `2026081701300612345678${id}`, other: ratios() }),
);
const cell = (value: unknown): string => `"${String(value).replaceAll('"', '""')}"`;
const texts = {
  page: JSON.stringify({ success: true, message: '', data: { items: rows, total: ROWS } }),
  lines: rows.map((row) => JSON.stringify(row)).join('\n'),
  table: [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(cell))].join('\n'),
};

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

async function read(bytes: Uint8Array): Promise<void> {
  let count = 0;
  for await (const batch of (await openFile({ name: 'bench', bytes: chunks(bytes) })).batches())
    count += batch.rows.length;
  if (count !== ROWS) throw new Error(`read ${count} rows`);
}

async function benchReading(): Promise<void> {
  const watch = new Stopwatch();
  const encoded = Object.entries(texts).map(
    ([name, text]) => [name, new TextEncoder().encode(text)] as const,
  );
  for (let round = 0; round < ROUNDS; round++) {
    await watch.time('JSON.parse', () => JSON.parse(texts.page) as unknown);
    for (const [name, bytes] of encoded) {
      await watch.time(`${name}: read`, () => read(bytes));
    }
  }
  console.log(`${ROWS} rows, ${texts.page.length} bytes of JSON`);
  console.log(watch.table('JSON.parse'));
}

const { values } = parseArgs({
  options: { rows: { type: 'string' }, lopsided: { type: 'boolean', default: false } },
});
if (values.rows === undefined) {
  await benchReading();
  benchMonths();
} else benchMonth(Number(values.rows), values.lopsided);
