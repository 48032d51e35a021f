import { sha256 } from '#sha256';

/** First `length` hex digits of the sha256 of a text in UTF-8. For ids and cache keys, not for security. */
export const hashToHex = (text: string, length: number): string => sha256(text).slice(0, length);

/** Assigns a key to one of `count` buckets, numbered from 0, by its FNV-1a hash. */
export function assignBucket(key: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  // Mix the bits again: the low bits of FNV depend mostly on the last characters, so numbered keys would share few buckets.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) % count;
}
