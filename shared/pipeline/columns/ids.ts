import { copyToPages, NO_ROW, resizeBuffer, Table } from './table.ts';

/** End of each id's text, which starts at the end of the one before. An empty text means no id. */
const ID = { end: Uint32Array } as const;

const BYTES_FIRST = 256;
const GROWTH = 2;
const LATIN_MAX = 0xff;
const SIZE_MAX = 0xff;

const mixHash = (hash: number, word: number): number => {
  const product = Math.imul(hash ^ word, 0x2c1b3c6d);
  return product ^ (product >>> 15);
};

/** Stores one id for each row in a byte array, without string objects. Takes ids of at most 255 Latin-1 characters. */
export class IdColumn {
  /** Position in `bytes` where the id of each row ends. */
  readonly table = new Table(ID);
  /** Characters of all ids, one after the other. */
  bytes = new Uint8Array(0);

  get length(): number {
    return this.table.length;
  }

  /** Whether no row has an id. */
  get isEmpty(): boolean {
    return this.textStart(this.length) === 0;
  }

  /**
   * Adds the id of the next row; an empty text means no id. Returns `false`, and adds no row, if the id does not fit.
   */
  add(id = ''): boolean {
    const size = id.length;
    if (size > SIZE_MAX) return false;
    const { table } = this;
    let at = this.textStart(table.length);
    if (at + size > this.bytes.length) this.#resize(BYTES_FIRST + this.bytes.length * GROWTH);
    const { bytes } = this;
    for (let i = 0; i < size; i++) {
      const code = id.charCodeAt(i);
      if (code > LATIN_MAX) return false;
      bytes[at++] = code;
    }
    const row = table.add();
    table.columns.end[row] = at;
    return true;
  }

  /** Adds a row with the id of a row of another column. */
  addFrom(other: IdColumn, row: number): void {
    const [start, end] = [other.textStart(row), other.table.columns.end[row] as number];
    let at = this.textStart(this.length);
    if (at + end - start > this.bytes.length) this.#resize(BYTES_FIRST + this.bytes.length * GROWTH);
    const { bytes, table } = this;
    for (let from = start; from < end; from++) bytes[at++] = other.bytes[from] as number;
    const added = table.add();
    table.columns.end[added] = at;
  }

  removeLast(): void {
    this.table.removeLast();
  }

  #resize(length: number): void {
    this.bytes = new Uint8Array(resizeBuffer(this.bytes.buffer, length));
  }

  /** Returns the position in `bytes` where a row's id starts. */
  textStart(row: number): number {
    return row === 0 ? 0 : (this.table.columns.end[row - 1] as number);
  }

  has(row: number): boolean {
    return this.textStart(row) !== this.table.columns.end[row];
  }

  /** Returns the id of a row; `undefined` if it has none. */
  text(row: number): string | undefined {
    const bytes = this.bytes.subarray(this.textStart(row), this.table.columns.end[row]);
    return Reflect.apply(String.fromCharCode, undefined, bytes) || undefined;
  }

  /** Hashes the id of a row, four characters at a time. */
  hash(row: number): number {
    const { bytes } = this;
    const end = this.table.columns.end[row] as number;
    let at = this.textStart(row);
    let hash = end - at;
    for (; at + 4 <= end; at += 4) {
      const high = ((bytes[at + 3] as number) << 24) | ((bytes[at + 2] as number) << 16);
      hash = mixHash(hash, high | ((bytes[at + 1] as number) << 8) | (bytes[at] as number));
    }
    for (; at < end; at++) hash = mixHash(hash, bytes[at] as number);
    return hash;
  }

  /** Appends the ids of other columns, which are empty afterwards. */
  append(others: readonly IdColumn[]): void {
    const parts = others.map((ids) => ({ ids, rows: ids.length, used: ids.textStart(ids.length) }));
    let [row, used] = [this.length, this.textStart(this.length)];
    this.#resize(parts.reduce((sum, part) => sum + part.used, used));
    this.table.append(others.map(({ table }) => table));
    const { end } = this.table.columns;
    for (const part of parts) {
      this.bytes.set(part.ids.bytes.subarray(0, part.used), used);
      part.ids.#resize(0);
      for (const last = row + part.rows; row < last; row++) end[row] = (end[row] as number) + used;
      used += part.used;
    }
  }

  /** Frees memory that was reserved for more rows. */
  trim(): void {
    this.bytes = new Uint8Array(copyToPages(this.bytes.subarray(0, this.textStart(this.length))));
    this.table.trim();
  }

  /** Frees all ids. The column must not be used afterwards. */
  free(): void {
    this.#resize(0);
    this.table.free('end');
  }
}

/** Ids of log rows: the request ids of the gateway itself and of its upstream. */
export interface LogIds {
  readonly own: IdColumn;
  readonly upstream: IdColumn;
}

/** Returns whether two rows have the same id. Compares from the end, because ids of one gateway start alike. */
function isSameId(a: IdColumn, row: number, b: IdColumn, other: number): boolean {
  const [start, otherStart] = [a.textStart(row), b.textStart(other)];
  let at = a.table.columns.end[row] as number;
  let otherAt = b.table.columns.end[other] as number;
  if (at - start !== otherAt - otherStart) return false;
  while (at > start) if (a.bytes[--at] !== b.bytes[--otherAt]) return false;
  return true;
}

/** Slots for each row of an index, at least. */
const SLOTS_PER_ROW = 4 / 3;
const tagOf = (hash: number): number => (hash >>> 24) | 1;

/** Hash index of an id column: finds the rows with an id, in their order. */
export class IdIndex {
  readonly ids: IdColumn;
  /** By slot: a part of the hash of an id, 0 if the slot is free, and the first row with the id. */
  readonly #tags: Uint8Array;
  readonly #rows: Int32Array;
  readonly #mask: number;
  /** By row: the first row with its id, and the next one. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** Column for the id of a search, reused because creating one takes longer than the search. */
  readonly #probe = new IdColumn();

  constructor(ids: IdColumn) {
    this.ids = ids;
    const { length } = ids;
    const slots = 2 ** Math.ceil(Math.log2(length * SLOTS_PER_ROW + 1));
    this.#mask = slots - 1;
    this.#tags = new Uint8Array(slots);
    this.#rows = new Int32Array(slots).fill(NO_ROW);
    this.#first = new Int32Array(length).fill(NO_ROW);
    this.#next = new Int32Array(length).fill(NO_ROW);
    for (let row = length - 1; row >= 0; row--) {
      if (!ids.has(row)) continue;
      const hash = ids.hash(row);
      const slot = this.#slotOf(hash, ids, row);
      this.#next[row] = this.#rows[slot] as number;
      this.#tags[slot] = tagOf(hash);
      this.#rows[slot] = row;
    }
    for (let row = 0; row < length; row++) {
      if (!ids.has(row)) continue;
      if (this.#first[row] === NO_ROW) this.#first[row] = row;
      const next = this.#next[row] as number;
      if (next !== NO_ROW) this.#first[next] = this.#first[row] as number;
    }
  }

  /** Returns the slot of the id of `row` in a column, or the free slot where it belongs. */
  #slotOf(hash: number, ids: IdColumn, row: number): number {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const tag = this.#tags[slot];
      if (tag === 0) return slot;
      if (tag === tagOf(hash) && isSameId(this.ids, this.#rows[slot] as number, ids, row)) return slot;
    }
  }

  /** Returns the first indexed row whose id is the id of `row` in a column `ids`; -1 if there is none. */
  first(ids: IdColumn, row: number): number {
    if (ids === this.ids) return this.#first[row] as number;
    const slot = this.#slotOf(ids.hash(row), ids, row);
    return this.#tags[slot] === 0 ? NO_ROW : (this.#rows[slot] as number);
  }

  /** Returns the next row with the same id as `row`; -1 after the last. */
  next(row: number): number {
    return this.#next[row] as number;
  }

  #firstHaving(id: string): number {
    const probe = this.#probe;
    if (!probe.add(id)) return NO_ROW;
    const row = this.first(probe, 0);
    probe.removeLast();
    return row;
  }

  /** Yields the rows that have this id, in order. */
  *findRows(id: string): Generator<number> {
    for (let row = this.#firstHaving(id); row !== NO_ROW; row = this.next(row)) yield row;
  }
}
