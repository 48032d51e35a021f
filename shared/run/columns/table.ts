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
      this.#room = Math.max(ROWS_FIRST, Math.ceil(this.#room * GROWTH));
      this.columns = this.#copied(this.#room);
    }
    return this.length++;
  }

  /** Takes arrays of so many rows as its own, in place of what it had. */
  adopt(length: number, columns: ColumnsOf<TLayout>): void {
    this.length = length;
    this.#room = length;
    this.columns = columns;
  }

  /** Gives back the room that no row has taken. */
  trim(): void {
    this.#room = this.length;
    this.columns = this.#copied(this.length);
  }

  /** Takes the last row back. */
  drop(): void {
    const last = --this.length;
    for (const name of Object.keys(this.layout)) (this.columns[name] as Float64Array)[last] = 0;
  }

  /**
   * Moves the rows of other tables of the same layout to the end of this one, column by column: never more than one
   * of them is there twice. The others are empty then.
   */
  take(others: readonly Table<TLayout>[]): void {
    const length = others.reduce((sum, other) => sum + other.length, this.length);
    for (const name of Object.keys(this.layout)) {
      const column = new (this.layout[name] as Float64ArrayConstructor)(length);
      let at = 0;
      for (const table of [this, ...others]) {
        column.set((table.columns[name] as Float64Array).subarray(0, table.length), at);
        at += table.length;
        (table.columns as Record<string, unknown>)[name] = new (this.layout[name] as Float64ArrayConstructor)(
          0,
        );
      }
      (this.columns as Record<string, unknown>)[name] = column;
    }
    this.length = length;
    this.#room = length;
    for (const other of others) {
      other.length = 0;
      other.#room = 0;
    }
  }
}
