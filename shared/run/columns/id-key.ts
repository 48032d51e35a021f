const [SEED, PRIME] = [0x811c9dc5, 0x01000193];
const [OTHER_SEED, OTHER_PRIME] = [0x9e3779b9, 0x2c1b3c6d];
const HIGH = 0x1_0000_0000;
const HIGH_MAX = 0x1f_ffff;

const stirred = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x297a2d39);
  return mixed ^ (mixed >>> 13);
};

/** A whole number of 53 bits from two of 32. */
const joined = (low: number, high: number): number =>
  (stirred(high) & HIGH_MAX) * HIGH + (stirred(low) >>> 0);

/** What an id is known by where its text is not at hand; the same for equal ids, and for hardly any others. */
export function keyOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let low = SEED;
  let high = OTHER_SEED;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    low = Math.imul(low ^ byte, PRIME);
    high = Math.imul(high ^ byte, OTHER_PRIME);
  }
  return joined(low, high);
}

/** The same of a text. */
export function keyOfText(text: string): number {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return keyOfBytes(bytes, 0, bytes.length);
}

/** The same of a number that one gateway gave a row. @param gateway its place in the registry */
export const keyOfNumber = (gateway: number, number: number): number =>
  joined(
    Math.imul((number | 0) ^ (gateway + 1), PRIME),
    Math.imul(Math.floor(number / HIGH) ^ (number | 0), OTHER_PRIME),
  );

/** The part of a key by which rows are dealt to shards. */
export const labelOf = (key: number): number => key % HIGH;

/** The part of a key that has nothing to do with that. */
export const otherPartOf = (key: number): number => Math.floor(key / HIGH);
