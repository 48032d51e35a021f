import type { Rule } from '../../gateways/prohibited/prohibited.ts';
import type { NativeObject } from '../../normalizer/intake/native.ts';
import { toCanonicalText } from '../../normalizer/intake/native.ts';
import type { Stripper } from '../../normalizer/intake/strip.ts';

const PRIME = 0x01000193;
const MULTIPLIER = 0x2c1b3c6d;

const mixHash = (hash: number, word: number): number => {
  const product = Math.imul(hash ^ word, MULTIPLIER);
  return product ^ (product >>> 15);
};

/** Hashes four characters at a time in two independent lanes, because most content is text. */
function textHash(text: string, seed: number): number {
  const { length } = text;
  let [one, two] = [seed, PRIME];
  let i = 3;
  for (; i < length; i += 4) {
    one = mixHash(one, text.charCodeAt(i - 3) | (text.charCodeAt(i - 2) << 16));
    two = mixHash(two, text.charCodeAt(i - 1) | (text.charCodeAt(i) << 16));
  }
  for (i -= 3; i < length; i++) one = mixHash(one, text.charCodeAt(i));
  return mixHash(one ^ length, two);
}

/** Distinguishes values of different types with the same text. */
const KIND = { number: 1, boolean: 2, string: 3, object: 4, other: 5 } as const;

function valueHash(value: unknown, key: number): number {
  if (typeof value === 'string') return textHash(value, key ^ KIND.string);
  if (typeof value === 'number')
    return (value | 0) === value
      ? mixHash(key ^ KIND.number, value)
      : textHash(`${value}`, key ^ KIND.number);
  if (typeof value === 'boolean') return key ^ (value ? KIND.boolean : -KIND.boolean);
  return typeof value === 'object' && value !== null
    ? textHash(toCanonicalText(value as NativeObject), key ^ KIND.object)
    : key ^ KIND.other;
}

/** Hash of a field name, and the rule by which fields of this name may be stripped. */
interface FieldName {
  readonly key: string;
  readonly hash: number;
  readonly rule: Rule | undefined;
}

/** Most names in the cache; rows may contain any names. */
const NAMES_MAX = 1000;

/** Hashes rows. Rows with equal fields, in any order, have equal hashes. Prohibited fields are ignored. */
export class ContentHasher {
  readonly #names = new Map<string, FieldName>();
  /** Names of the last row in order: most rows have the same, and looking each up takes a third of the time. */
  readonly #last: FieldName[] = [];
  readonly #stripper: Stripper;

  constructor(stripper: Stripper) {
    this.#stripper = stripper;
  }

  #name(key: string): FieldName {
    const name = { key, hash: textHash(key, PRIME), rule: this.#stripper.findRule(key) };
    if (this.#names.size < NAMES_MAX) this.#names.set(key, name);
    return name;
  }

  /** Returns a hash of 52 bits. */
  hash(row: NativeObject): number {
    let low = 0;
    let high = 0;
    let at = 0;
    for (const key in row) {
      const value = row[key];
      let name = this.#last[at];
      if (name?.key !== key) {
        name = this.#names.get(key) ?? this.#name(key);
        this.#last[at] = name;
      }
      at++;
      if (name.rule !== undefined && this.#stripper.dropByRule(name.rule, value)) continue;
      const hash = valueHash(value, name.hash);
      low = (low + Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)) | 0;
      high = (high + Math.imul(hash ^ (hash >>> 13), 0x297a2d39)) | 0;
    }
    return (low >>> 0) + (high & 0xf_ffff) * 0x1_0000_0000;
  }
}
