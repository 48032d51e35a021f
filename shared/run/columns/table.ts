/** The arrays that columns are kept in. */
type ColumnType =
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Uint32ArrayConstructor
  | Int32ArrayConstructor
  | Float64ArrayConstructor;

/** Names of columns, and what each is made of. */
export type Layout = Readonly<Record<string, ColumnType>>;

export type ColumnsOf<TLayout extends Layout> = {
  [TName in keyof TLayout]: InstanceType<TLayout[TName]>;
};

const ROWS_FIRST = 1024;
const GROWTH = 1.5;

/** Rows as columns of numbers: a row takes as many bytes as its columns, and no object. */
export class Table<TLayout extends Layout> {
  length = 0;
  columns: ColumnsOf<TLayout>;
  readonly layout: TLayout;
  #room: number;

  constructor(layout: TLayout, room = ROWS_FIRST) {
    this.layout = layout;
    this.#room = room;
    this.columns = this.#copied(room);
  }

  #copied(room: number): ColumnsOf<TLayout> {
    const columns: Record<string, unknown> = {};
    for (const name of Object.keys(this.layout)) {
      const column = new (this.layout[name] as Float64ArrayConstructor)(room);
      if (this.length > 0) column.set((this.columns[name] as Float64Array).subarray(0, this.length));
      columns[name] = column;
    }
    return columns as ColumnsOf<TLayout>;
  }

  /** The number of a new row, whose columns are all 0. */
  add(): number {
    if (this.length === this.#room) {
      this.#room = Math.ceil(this.#room * GROWTH);
      this.columns = this.#copied(this.#room);
    }
    return this.length++;
  }

  /** Takes the last row back. */
  drop(): void {
    const last = --this.length;
    for (const name of Object.keys(this.layout)) (this.columns[name] as Float64Array)[last] = 0;
  }

  /** Adds the rows of another table of the same layout. */
  append(other: Table<TLayout>): void {
    const before = this.length;
    if (before + other.length > this.#room) {
      this.#room = before + other.length;
      this.columns = this.#copied(this.#room);
    }
    for (const name of Object.keys(this.layout))
      (this.columns[name] as Float64Array).set(
        (other.columns[name] as Float64Array).subarray(0, other.length),
        before,
      );
    this.length += other.length;
  }
}
