/** No row. */
export const NO_ROW = -1;

/** The arrays that columns are kept in. */
type ColumnType =
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Uint32ArrayConstructor
  | Float64ArrayConstructor;

/** Names of columns, and what each is made of. */
export type TableLayout = Readonly<Record<string, ColumnType>>;

export type ColumnsOf<TLayout extends TableLayout> = {
  [TName in keyof TLayout]: InstanceType<TLayout[TName]>;
};

const ROWS_FIRST = 16;
const GROWTH = 1.5;
const PAGE_BYTES = 4096;

type NumberColumn = Float64Array<ArrayBuffer>;

/** A column with room for so many rows. The old array is gone at once: garbage is collected long after it was needed. */
const resize = (column: NumberColumn, Kind: ColumnType, room: number): NumberColumn =>
  new Kind(column.buffer.transferToFixedLength(room * Kind.BYTES_PER_ELEMENT)) as NumberColumn;

/**
 * As many bytes in pages of their own. What one source holds is many arrays of middling size, which an allocator keeps
 * for others of their kind once they are free; pages go back to the system, and all sources together find room there.
 */
export function copyToPages(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const { length } = bytes;
  // Most tables of a source are empty or small, and a page for little costs as much as any.
  if (length < PAGE_BYTES) return bytes.buffer.transferToFixedLength(length);
  const pages = new ArrayBuffer(length, { maxByteLength: length });
  new Uint8Array(pages).set(bytes);
  bytes.buffer.transfer(0);
  return pages;
}

/** Rows as columns of numbers: a row takes as many bytes as its columns, and no object. */
export class Table<TLayout extends TableLayout> {
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

  /** The columns by name, for what is done to all of them alike. */
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

  /** One column after the other, so that only one is there twice. */
  #resize(room: number): void {
    this.#capacity = room;
    for (const [name, Kind, column] of this.#each) this.#put(name, resize(column, Kind, room));
  }

  get bytes(): number {
    return this.#each.reduce((sum, [, , column]) => sum + column.byteLength, 0);
  }

  /** The number of a new row, whose columns are all 0. */
  add(): number {
    if (this.length === this.#capacity)
      this.#resize(Math.max(ROWS_FIRST, Math.ceil(this.#capacity * GROWTH)));
    return this.length++;
  }

  /** Gives back the room that no row has taken. */
  trim(): void {
    this.#capacity = this.length;
    for (const [name, Kind, { buffer }] of this.#each) {
      const bytes = new Uint8Array(buffer, 0, this.length * Kind.BYTES_PER_ELEMENT);
      this.#put(name, new Kind(copyToPages(bytes)) as NumberColumn);
    }
  }

  /** Takes the last row back. */
  removeLast(): void {
    const last = --this.length;
    for (const [, , column] of this.#each) column[last] = 0;
  }

  /** Gives back columns that nobody will read any more. */
  free(...names: (keyof TLayout & string)[]): void {
    for (const [name, Kind, column] of this.#each)
      if (names.includes(name)) this.#put(name, resize(column, Kind, 0));
  }

  /**
   * Moves the rows of other tables of the same layout to the end of this one, column by column: never more than one
   * of them is there twice. The others are empty then.
   */
  append(others: readonly Table<TLayout>[]): void {
    const length = others.reduce((sum, other) => sum + other.length, this.length);
    for (const [name, Kind, own] of this.#each) {
      const column = resize(own, Kind, length);
      let at = this.length;
      for (const other of others) {
        const more = other.columns[name] as NumberColumn;
        column.set(more.subarray(0, other.length), at);
        at += other.length;
        other.#put(name, resize(more, Kind, 0));
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
