import { sha256 } from '#sha256';

/** First `length` hex digits of the sha256 of a text, read as UTF-8. It names things; it guards nothing. */
export const sha256Hex = (text: string, length: number): string => sha256(text).slice(0, length);

/** A number below `count` that depends on the key alone (FNV-1a). */
export function bucketOf(key: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  // The low bits of FNV follow the last characters; numbered keys would crowd some buckets.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) % count;
}
