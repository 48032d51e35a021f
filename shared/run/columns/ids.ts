import { Table } from './table.ts';

/** Of each id, where its text lies and a hash of it; a length of 0 is no id. */
const ID = { at: Uint32Array, size: Uint8Array, hash: Uint32Array } as const;

const BYTES_FIRST = 256;
const LATIN_MAX = 0xff;

/**
 * Ids of rows, by row: their texts side by side in one heap of bytes, a character a byte. An id that does not fit (a
 * character beyond Latin-1, more than 255 of them) belongs into a row that is kept as it is.
 */
export class Ids {
  readonly table = new Table(ID);
  bytes = new Uint8Array(BYTES_FIRST);
  #used = 0;

  get length(): number {
    return this.table.length;
  }

  /** Adds the id of the next row. @returns whether it fits */
  add(id: string | undefined): boolean {
    const { table } = this;
    const row = table.add();
    const size = id === undefined ? 0 : id.length;
    if (size > 0xff) {
      table.drop();
      return false;
    }
    if (this.#used + size > this.bytes.length) this.#grow(size);
    const { bytes } = this;
    let hash = 0x811c9dc5;
    for (let i = 0, at = this.#used; i < size; i++, at++) {
      const code = (id as string).charCodeAt(i);
      if (code > LATIN_MAX) {
        table.drop();
        return false;
      }
      bytes[at] = code;
      hash = Math.imul(hash ^ code, 0x01000193);
    }
    const { columns } = table;
    columns.at[row] = this.#used;
    columns.size[row] = size;
    columns.hash[row] = hash ^ (hash >>> 15);
    this.#used += size;
    return true;
  }

  drop(): void {
    const { at } = this.table.columns;
    this.#used = at[this.length - 1] as number;
    this.table.drop();
  }

  #grow(more: number): void {
    const bytes = new Uint8Array(Math.max(Math.ceil(this.bytes.length * 1.5), this.#used + more));
    bytes.set(this.bytes.subarray(0, this.#used));
    this.bytes = bytes;
  }

  has(row: number): boolean {
    return this.table.columns.size[row] !== 0;
  }

  /** The id of a row; `undefined` where it has none. */
  text(row: number): string | undefined {
    const { at, size } = this.table.columns;
    const length = size[row] as number;
    if (length === 0) return undefined;
    let text = '';
    for (let i = at[row] as number, end = i + length; i < end; i++)
      text += String.fromCharCode(this.bytes[i] as number);
    return text;
  }

  /** Moves the ids of others to the end of these. */
  take(others: readonly Ids[]): void {
    const bytes = new Uint8Array(others.reduce((sum, other) => sum + other.#used, this.#used));
    const lengths = [this, ...others].map(({ length }) => length);
    const starts: number[] = [];
    let used = 0;
    for (const ids of [this, ...others]) {
      bytes.set(ids.bytes.subarray(0, ids.#used), used);
      starts.push(used);
      used += ids.#used;
      ids.bytes = new Uint8Array(0);
      ids.#used = 0;
    }
    this.bytes = bytes;
    this.#used = used;
    this.table.take(others.map(({ table }) => table));
    const { at } = this.table.columns;
    let row = 0;
    for (const [number, length] of lengths.entries())
      for (const end = row + length; row < end; row++)
        at[row] = (at[row] as number) + (starts[number] as number);
  }

  /** Takes texts as its own, where its table has said where they lie. */
  adopt(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.#used = bytes.length;
  }

  trim(): void {
    this.bytes = this.bytes.slice(0, this.#used);
    this.table.trim();
  }
}

/** Whether two rows have the same id. */
function isSameId(a: Ids, row: number, b: Ids, other: number): boolean {
  const [own, its] = [a.table.columns, b.table.columns];
  const size = own.size[row] as number;
  if (own.hash[row] !== its.hash[other] || size !== its.size[other]) return false;
  for (let i = own.at[row] as number, j = its.at[other] as number, end = i + size; i < end; i++, j++)
    if (a.bytes[i] !== b.bytes[j]) return false;
  return true;
}

const NONE = -1;

/** Finds the rows that have an id: chains of rows by hash, the first row first. */
export class IdIndex {
  readonly ids: Ids;
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #mask: number;

  constructor(ids: Ids) {
    this.ids = ids;
    const { length } = ids;
    this.#mask = 2 ** Math.ceil(Math.log2(Math.max(length, 1) * 2)) - 1;
    this.#heads = new Int32Array(this.#mask + 1).fill(NONE);
    this.#next = new Int32Array(length);
    const { hash, size } = ids.table.columns;
    for (let row = length - 1; row >= 0; row--) {
      if (size[row] === 0) continue;
      const slot = (hash[row] as number) & this.#mask;
      this.#next[row] = this.#heads[slot] as number;
      this.#heads[slot] = row;
    }
  }

  #from(start: number, ids: Ids, row: number): number {
    for (let found = start; found !== NONE; found = this.#next[found] as number)
      if (isSameId(this.ids, found, ids, row)) return found;
    return NONE;
  }

  /** The first row with the same id as a row of `ids`; -1 where there is none. */
  first(ids: Ids, row: number): number {
    const slot = (ids.table.columns.hash[row] as number) & this.#mask;
    return this.#from(this.#heads[slot] as number, ids, row);
  }

  /** The next row with the same id as this one; -1 after the last. */
  after(row: number): number {
    return this.#from(this.#next[row] as number, this.ids, row);
  }

  /** The rows with an id, in their order. */
  *having(id: string): Generator<number> {
    const probe = new Ids();
    if (!probe.add(id)) return;
    for (let row = this.first(probe, 0); row !== NONE; row = this.after(row)) yield row;
  }
}
