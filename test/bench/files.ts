import { openFile, splitPoints } from '#shared/files/read-file.ts';
import { newApiRow, ratios } from '../support/fixtures/native-rows.ts';

/** What reading a file costs beside one `JSON.parse` of its text: steps in turns, medians compared. */
const ROUNDS = 9;
const ROWS = 50_000;
const CHUNK_BYTES = 64 * 1024;

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
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

const clock = new Map<string, number[]>();
const timed = async (step: string, work: () => unknown): Promise<void> => {
  const start = performance.now();
  await work();
  clock.set(step, [...(clock.get(step) ?? []), performance.now() - start]);
};
const encoded = Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
for (let round = 0; round < ROUNDS; round++) {
  await timed('JSON.parse', () => JSON.parse(texts.page) as unknown);
  for (const [name, bytes] of encoded) {
    await timed(`${name}: read`, () => read(bytes));
    await timed(`${name}: split`, () => splitPoints({ name: 'bench', bytes: chunks(bytes) }, 1_000_000));
  }
}
const unit = median(clock.get('JSON.parse') ?? []);
console.log(`${ROWS} rows, ${texts.page.length} bytes of JSON`);
for (const [step, times] of clock)
  console.log(
    `${step.padEnd(16)}${median(times).toFixed(0).padStart(8)} ms ${(median(times) / unit).toFixed(2).padStart(8)} x`,
  );
