/** Native text that one part holds, in bytes: some eight times as much once it is parsed. Several are, side by side. */
const PART_BYTES = 24 * 1024 * 1024;
/** More parts than this make more objects than they save memory. */
export const PARTS_MAX = 4096;
/** What gzip leaves of native rows. */
const GZIP_SHARE = 8;

/**
 * How many parts and shards a run of so many bytes takes. Packed sources count as what they unpack to, about.
 * @param partBytes what one part may hold, where it has a machine to itself
 */
export function partsFor(bytes: number, packedBytes: number, partBytes = PART_BYTES): number {
  const text = bytes + packedBytes * GZIP_SHARE;
  return Math.min(Math.max(Math.ceil(text / partBytes), 1), PARTS_MAX);
}
