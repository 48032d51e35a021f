import { maskSegment } from '../../schemas/plain-name.ts';
import { NOT_NEGATIVE } from '../../schemas/sentences.ts';
import { isNative, type Native } from '../intake/native.ts';
import { decoders, readInteger } from './codecs.ts';
import { FieldProblem } from './row-problem.ts';

/** The price snapshot of a row, read key by key; problems name the key under the field that holds it. */
export class Snapshot {
  readonly native: Native;
  readonly #outer: string;
  readonly #key: string | undefined;

  /**
   * @param outer the field of the row that holds the snapshot
   * @param key under which it stands there, if not the field itself
   */
  constructor(native: Native, outer: string, key?: string) {
    this.native = native;
    this.#outer = outer;
    this.#key = key;
  }

  /** Where it stands, for who tells of a problem: putting paths together for every row would cost a tenth of reading. */
  get at(): string {
    return this.#key === undefined ? this.#outer : `${this.#outer}.${maskSegment(this.#key)}`;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.native, key) && this.native[key] !== null;
  }

  /** A count of tokens or calls; 0 where there is none. */
  count(key: string): number {
    const value = this.native[key];
    if (value === undefined) return 0;
    if (Number.isSafeInteger(value) && (value as number) >= 0) return (value as number) + 0;
    const count = readInteger(value, `${this.at}.${key}`) ?? 0;
    if (count < 0) throw new FieldProblem(`${this.at}.${key}`, NOT_NEGATIVE);
    return count;
  }

  /** A ratio or a price; NaN where there is none to read, so that everything computed from it is NaN, too. */
  ratio(key: string): number {
    const value = this.native[key];
    return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
  }

  /** As `count`, but NaN where there is none: for counts that a formula cannot do without. */
  requiredCount(key: string): number {
    return this.has(key) ? this.count(key) : Number.NaN;
  }

  id(key: string): string | undefined {
    const value = this.native[key];
    return value === undefined ? undefined : decoders.id(value, `${this.at}.${key}`);
  }

  /** A flag, which dumps of databases write as 0 and 1. */
  flag(key: string): boolean {
    const value = this.native[key];
    return value === true || value === 1 || value === 'true' || value === '1';
  }

  text(key: string): string {
    const value = this.native[key];
    return typeof value === 'string' ? value : '';
  }

  /** An object within the snapshot, such as `admin_info`, or `undefined` where there is none. */
  child(key: string): Snapshot | undefined {
    const value = this.native[key];
    return isNative(value) ? new Snapshot(value, this.at, key) : undefined;
  }

  /** How many items an array within the snapshot has, or `undefined` for no array. */
  size(key: string): number | undefined {
    const value = this.native[key];
    return Array.isArray(value) ? value.length : undefined;
  }

  /** The objects of an array within the snapshot (an empty one for what is none), or `undefined` for no array. */
  list(key: string): Snapshot[] | undefined {
    const value = this.native[key];
    if (!Array.isArray(value)) return undefined;
    return value.map(
      (item, index) => new Snapshot(isNative(item) ? item : {}, `${this.at}.${key}[${index}]`),
    );
  }
}
