/** Number that means no row. */
export const NO_ROW = -1;

type ColumnType =
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Uint32ArrayConstructor
  | Float64ArrayConstructor;

/** Names of columns and their array types. */
type ColumnLayout = Readonly<Record<string, ColumnType>>;

type ColumnsOf<TLayout extends ColumnLayout> = {
  [TName in keyof TLayout]: InstanceType<TLayout[TName]>;
};

const ROWS_FIRST = 16;
const GROWTH = 2;
const PAGE_BYTES = 4096;

type NumberColumn = Float64Array<ArrayBuffer>;

/**
 * Moves bytes into a new buffer of another length. The old one is freed at once, rather than by a later garbage
 * collection. `transfer` would write zeros into the added memory, which takes longer than copying the bytes.
 */
export function resizeBuffer(buffer: ArrayBuffer, length: number): ArrayBuffer {
  const resized = new ArrayBuffer(length);
  new Uint8Array(resized).set(new Uint8Array(buffer, 0, Math.min(buffer.byteLength, length)));
  buffer.transfer(0);
  return resized;
}

const resize = (column: NumberColumn, Kind: ColumnType, length: number): NumberColumn =>
  new Kind(resizeBuffer(column.buffer, length * Kind.BYTES_PER_ELEMENT)) as NumberColumn;

/**
 * Moves bytes into a new buffer that has its own memory pages, so that the operating system gets the memory back as
 * soon as the buffer is freed. A buffer below 4 KiB is only shortened to its length.
 */
export function copyToPages(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const { length } = bytes;
  // A small buffer would waste most of a memory page, and most tables are small.
  if (length < PAGE_BYTES) return bytes.buffer.transferToFixedLength(length);
  const pages = new ArrayBuffer(length, { maxByteLength: length });
  new Uint8Array(pages).set(bytes);
  bytes.buffer.transfer(0);
  return pages;
}

/** A table with one typed array for each column. A row is a number and takes only the bytes of its columns. */
export class Table<TLayout extends ColumnLayout> {
  length = 0;
  /** Typed arrays by name of the column. They may be longer than the table. */
  readonly columns: ColumnsOf<TLayout>;
  readonly layout: TLayout;
  #capacity = 0;

  constructor(layout: TLayout) {
    this.layout = layout;
    this.columns = Object.fromEntries(
      Object.entries(layout).map(([name, Kind]) => [name, new Kind(0)]),
    ) as ColumnsOf<TLayout>;
  }

  /** All columns, for operations on each. */
  get #each(): [name: keyof TLayout & string, Kind: ColumnType, column: NumberColumn][] {
    return Object.entries(this.layout).map(([name, Kind]) => [
      name,
      Kind,
      this.columns[name] as NumberColumn,
    ]);
  }

  #put(name: keyof TLayout, column: NumberColumn): void {
    this.columns[name] = column as ColumnsOf<TLayout>[keyof TLayout];
  }

  /** Resizes one column after the other, so that at any time only one column is in memory twice. */
  #resize(length: number): void {
    this.#capacity = length;
    for (const [name, Kind, column] of this.#each) this.#put(name, resize(column, Kind, length));
  }

  /** Adds a row of zeros and returns its number. */
  add(): number {
    if (this.length === this.#capacity) this.#resize(Math.max(ROWS_FIRST, this.#capacity * GROWTH));
    return this.length++;
  }

  /** Frees memory that was reserved for more rows. */
  trim(): void {
    this.#capacity = this.length;
    for (const [name, Kind, { buffer }] of this.#each) {
      const bytes = new Uint8Array(buffer, 0, this.length * Kind.BYTES_PER_ELEMENT);
      this.#put(name, new Kind(copyToPages(bytes)) as NumberColumn);
    }
  }

  removeLast(): void {
    const last = --this.length;
    for (const [, , column] of this.#each) column[last] = 0;
  }

  /** Frees the named columns. Their values are lost. */
  free(...names: (keyof TLayout & string)[]): void {
    for (const [name, Kind, column] of this.#each)
      if (names.includes(name)) this.#put(name, resize(column, Kind, 0));
  }

  /** Moves the rows of other tables with the same layout to the end of this one. The others are empty afterwards. */
  append(others: readonly Table<TLayout>[]): void {
    const length = others.reduce((sum, other) => sum + other.length, this.length);
    for (const [name, Kind, current] of this.#each) {
      const column = resize(current, Kind, length);
      let at = this.length;
      for (const other of others) {
        const added = other.columns[name] as NumberColumn;
        column.set(added.subarray(0, other.length), at);
        at += other.length;
        other.#put(name, resize(added, Kind, 0));
      }
      this.#put(name, column);
    }
    this.length = length;
    this.#capacity = length;
    for (const other of others) {
      other.length = 0;
      other.#capacity = 0;
    }
  }
}
