/** Number that means no row. */
export const NO_ROW = -1;

/** Array types of columns. */
type ColumnType =
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Uint32ArrayConstructor
  | Float64ArrayConstructor;

/** Names of columns and their array types. */
export type ColumnLayout = Readonly<Record<string, ColumnType>>;

/** Columns of a layout. */
export type ColumnsOf<TLayout extends ColumnLayout> = {
  [TName in keyof TLayout]: InstanceType<TLayout[TName]>;
};

const ROWS_FIRST = 16;
const GROWTH = 1.5;
const PAGE_BYTES = 4096;

type NumberColumn = Float64Array<ArrayBuffer>;

/** Resizes a column. The old array is freed at once, rather than by a later garbage collection. */
const resize = (column: NumberColumn, Kind: ColumnType, length: number): NumberColumn =>
  new Kind(column.buffer.transferToFixedLength(length * Kind.BYTES_PER_ELEMENT)) as NumberColumn;

/** Copies bytes into memory pages of their own, which return to the system when they are freed. */
export function copyToPages(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const { length } = bytes;
  // Use no page of its own for a small table: most tables are small, and a page would waste memory.
  if (length < PAGE_BYTES) return bytes.buffer.transferToFixedLength(length);
  const pages = new ArrayBuffer(length, { maxByteLength: length });
  new Uint8Array(pages).set(bytes);
  bytes.buffer.transfer(0);
  return pages;
}

/** A table of numbers by column. A row takes only the bytes of its columns, and no object. */
export class Table<TLayout extends ColumnLayout> {
  length = 0;
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

  /** Resizes column by column, so that memory contains only one column twice at a time. */
  #resize(length: number): void {
    this.#capacity = length;
    for (const [name, Kind, column] of this.#each) this.#put(name, resize(column, Kind, length));
  }

  /** Memory of all columns. */
  get bytes(): number {
    return this.#each.reduce((sum, [, , column]) => sum + column.byteLength, 0);
  }

  /** Adds a row of zeros and returns its number. */
  add(): number {
    if (this.length === this.#capacity)
      this.#resize(Math.max(ROWS_FIRST, Math.ceil(this.#capacity * GROWTH)));
    return this.length++;
  }

  /** Frees unused memory. */
  trim(): void {
    this.#capacity = this.length;
    for (const [name, Kind, { buffer }] of this.#each) {
      const bytes = new Uint8Array(buffer, 0, this.length * Kind.BYTES_PER_ELEMENT);
      this.#put(name, new Kind(copyToPages(bytes)) as NumberColumn);
    }
  }

  /** Removes the last row. */
  removeLast(): void {
    const last = --this.length;
    for (const [, , column] of this.#each) column[last] = 0;
  }

  /** Frees columns that are not needed any more. */
  free(...names: (keyof TLayout & string)[]): void {
    for (const [name, Kind, column] of this.#each)
      if (names.includes(name)) this.#put(name, resize(column, Kind, 0));
  }

  /** Appends the rows of other tables with the same layout, which are empty afterwards, column by column. */
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
