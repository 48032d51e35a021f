import type { Columns, RejectedLine, RowAside, SourceHead } from '../read/source.ts';
import { LogColumns } from './log-columns.ts';
import type { ColumnsOf, Layout, Table } from './table.ts';

/**
 * How columns lie in a file: the length of a header, the header as JSON, the arrays of both ledgers as they are in
 * memory (little-endian, one after another in the order of their layouts), then the rows that are kept as they stand,
 * in pieces of JSON. Whoever reads another version refuses it.
 */
const VERSION = 3;
/** Rows of a piece of JSON. */
const PIECE_ROWS = 1000;
const LENGTH_BYTES = 4;

const tablesOf = ({ table, more, requestIds, upstreamIds }: LogColumns): readonly Table<Layout>[] => [
  table,
  more,
  requestIds.table,
  upstreamIds.table,
];
const heapsOf = ({ requestIds, upstreamIds }: LogColumns) => [requestIds, upstreamIds];

/** What the header says of one ledger: how long its arrays are, what they are of, and the texts that rows share. */
interface LogHeader {
  /** Rows of each table. */
  readonly rows: readonly number[];
  readonly layout: readonly string[];
  /** Bytes of the texts of each kind of ids. */
  readonly heaps: readonly number[];
  readonly texts: readonly (readonly (string | null)[])[];
}

const layoutOf = (logs: LogColumns): string[] =>
  tablesOf(logs).flatMap(({ layout }) =>
    Object.entries(layout).map(([name, kind]) => `${name}: ${kind.name}`),
  );

const logHeader = (logs: LogColumns): LogHeader => ({
  rows: tablesOf(logs).map(({ length }) => length),
  layout: layoutOf(logs),
  heaps: heapsOf(logs).map(({ bytes }) => bytes.length),
  texts: logs.shared.map(({ dictionary: { texts } }) => texts.map((text) => text ?? null)),
});

interface Header {
  readonly version: typeof VERSION;
  readonly logs: readonly [ofSales: LogHeader, ofCharges: LogHeader];
  /** The rows that could not be read follow: they may be many. */
  readonly head: Omit<SourceHead, 'rejected'>;
}

const utf8 = new TextEncoder();

function* block(value: unknown): Generator<Uint8Array> {
  const text = utf8.encode(JSON.stringify(value));
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, text.length, true);
  yield length;
  yield text;
}

function* pieces(rows: readonly unknown[]): Generator<Uint8Array> {
  for (let at = 0; at < rows.length; at += PIECE_ROWS) yield* block(rows.slice(at, at + PIECE_ROWS));
  yield* block([]);
}

function* arraysOf(logs: LogColumns): Generator<Uint8Array> {
  for (const { layout, columns } of tablesOf(logs))
    for (const name of Object.keys(layout)) {
      const { buffer, byteOffset, byteLength } = columns[name] as Float64Array;
      yield new Uint8Array(buffer, byteOffset, byteLength);
    }
  for (const { bytes } of heapsOf(logs)) yield bytes;
}

/** Columns as they are kept and sent. They must have been trimmed, as `read` leaves them. */
export function* packed(columns: Columns): Generator<Uint8Array> {
  const { sales, charges, aside, rejected, ...head } = columns;
  const header: Header = {
    version: VERSION,
    logs: [logHeader(sales), logHeader(charges)],
    head,
  };
  yield* block(header);
  yield* arraysOf(sales);
  yield* arraysOf(charges);
  yield* pieces(aside);
  yield* pieces(rejected);
}

/** Takes so many bytes at a time from a stream of chunks. */
class Bytes {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @returns bytes in a buffer of their own */
  async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const taken = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) throw new Error('columns end too soon');
        this.#rest = value;
      }
      const some = this.#rest.subarray(0, length - at);
      taken.set(some, at);
      at += some.length;
      this.#rest = this.#rest.subarray(some.length);
    }
    return taken;
  }

  async block<T>(): Promise<T> {
    const length = new DataView((await this.take(LENGTH_BYTES)).buffer).getUint32(0, true);
    return JSON.parse(new TextDecoder().decode(await this.take(length))) as T;
  }

  async pieces<T>(): Promise<T[]> {
    const rows: T[] = [];
    for (let piece = await this.block<T[]>(); piece.length > 0; piece = await this.block<T[]>())
      for (const row of piece) rows.push(row);
    return rows;
  }
}

async function logsIn(bytes: Bytes, { rows, layout, heaps, texts }: LogHeader): Promise<LogColumns> {
  const logs = new LogColumns();
  if (layout.join() !== layoutOf(logs).join()) throw new Error('columns of another layout');
  for (const [place, table] of tablesOf(logs).entries()) {
    const length = rows[place] ?? 0;
    const columns: Record<string, unknown> = {};
    for (const [name, Kind] of Object.entries(table.layout))
      columns[name] = new Kind((await bytes.take(length * Kind.BYTES_PER_ELEMENT)).buffer);
    table.adopt(length, columns as ColumnsOf<Layout>);
  }
  for (const [place, ids] of heapsOf(logs).entries()) ids.adopt(await bytes.take(heaps[place] ?? 0));
  for (const [place, { dictionary }] of logs.shared.entries())
    for (const text of texts[place] ?? []) dictionary.number(text ?? undefined);
  return logs;
}

/**
 * Columns that `packed` has written.
 * @throws Error where they are cut off, or of another version
 */
export async function unpacked(chunks: AsyncIterable<Uint8Array>): Promise<Columns> {
  const bytes = new Bytes(chunks);
  const { version, logs, head } = await bytes.block<Header>();
  if (version !== VERSION) throw new Error('columns of another version');
  const sales = await logsIn(bytes, logs[0]);
  const charges = await logsIn(bytes, logs[1]);
  const aside = await bytes.pieces<RowAside>();
  const rejected = await bytes.pieces<RejectedLine>();
  return { ...head, rejected, sales, charges, aside };
}
