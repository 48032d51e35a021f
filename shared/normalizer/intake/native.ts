/** A native object as `JSON.parse` made it: any keys, any values. */
export type Native = Readonly<Record<string, unknown>>;

export const isNative = (value: unknown): value is Native =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A row and its place in the ledger as it was received, counted through all pages. */
export interface Entry {
  readonly index: number;
  readonly native: Native;
}

/** What dumps of databases write for a value that is not there, as text. */
const NULLS: ReadonlySet<unknown> = new Set([undefined, null, '', 'null', 'NULL', '\\N']);

export const isAbsent = (value: unknown): boolean => NULLS.has(value);

/** Absent, empty or zero, as a number or as text. `Number` would throw for an object with a `toString` of its own. */
export const saysNothing = (value: unknown): boolean =>
  isAbsent(value) || value === 0 || (typeof value === 'string' && Number(value) === 0);
