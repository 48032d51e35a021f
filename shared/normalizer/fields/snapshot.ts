import { maskSegment } from '../../schemas/plain-name.ts';
import { isObject, type NativeObject } from '../intake/native.ts';
import { decoders, readCount } from './codecs.ts';

/** The price snapshot of a log row: ratios, prices and counts of its charge. Errors name paths: `other.group_ratio`. */
export class Snapshot {
  readonly native: NativeObject;
  readonly #outer: string;
  readonly #key: string | undefined;

  /**
   * @param outer field of the log row that contains the snapshot
   * @param key path of the snapshot within that field, for a nested object
   */
  constructor(row: NativeObject, outer: string, key?: string) {
    this.native = row;
    this.#outer = outer;
    this.#key = key;
  }

  /** Path of the snapshot, for errors. Built on demand: for every row, it would take a tenth of the reading time. */
  get at(): string {
    return this.#key === undefined ? this.#outer : `${this.#outer}.${maskSegment(this.#key)}`;
  }

  /** Returns whether a key is present and not null. */
  has(key: string): boolean {
    const value = this.native[key];
    return value !== undefined && value !== null;
  }

  /** Reads a count of tokens or calls, 0 if missing. Throws a `FieldProblem` for any other value. */
  count(key: string): number {
    const value = this.native[key];
    if (value === undefined) return 0;
    if (Number.isSafeInteger(value) && (value as number) >= 0) return (value as number) + 0;
    return readCount(value, `${this.at}.${key}`) ?? 0;
  }

  /** Reads a ratio or a price; NaN if it is missing, so that everything computed from it is NaN as well. */
  ratio(key: string): number {
    const value = this.native[key];
    return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
  }

  /** Like `count`, but NaN if the key is missing: for counts that a formula needs. */
  requiredCount(key: string): number {
    return this.has(key) ? this.count(key) : Number.NaN;
  }

  id(key: string): string | undefined {
    const value = this.native[key];
    return value === undefined ? undefined : decoders.id(value, `${this.at}.${key}`);
  }

  /** Reads a flag: `true`, or 1 as database dumps write it. */
  flag(key: string): boolean {
    const value = this.native[key];
    return value === true || value === 1 || value === 'true' || value === '1';
  }

  text(key: string): string {
    const value = this.native[key];
    return typeof value === 'string' ? value : '';
  }

  child(key: string): Snapshot | undefined {
    const value = this.native[key];
    return isObject(value) ? new Snapshot(value, this.at, key) : undefined;
  }

  /** Returns the objects of an array, with an empty one for any other item; `undefined` if the value is not an array. */
  list(key: string): Snapshot[] | undefined {
    const value = this.native[key];
    if (!Array.isArray(value)) return undefined;
    return value.map(
      (item, index) => new Snapshot(isObject(item) ? item : {}, `${this.at}.${key}[${index}]`),
    );
  }
}
