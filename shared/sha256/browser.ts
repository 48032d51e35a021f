/** The first 32 bits of the fractional parts of roots of the first primes: cube roots of 64, square roots of 8. */
function fractions(count: number, root: number): Uint32Array {
  const found: number[] = [];
  for (let prime = 2; found.length < count; prime++) {
    let divisor = 2;
    while (prime % divisor !== 0) divisor++;
    if (divisor === prime) found.push((prime ** (1 / root) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}
const ROUNDS = fractions(64, 3);
const START = fractions(8, 2);

const BLOCK_BYTES = 64;
const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The text's bytes, a bit, zeros, and how many bits they were: whole blocks. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 9) / BLOCK_BYTES);
  const all = new Uint8Array(blocks * BLOCK_BYTES);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(all.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(all.length - 4, bytes.length << 3);
  return view;
}

/** Takes a block into the sums (FIPS 180-4, 6.2.2). */
function take(block: DataView, at: number, words: Int32Array, sums: Int32Array): void {
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      words[i] = block.getInt32(at + 4 * i);
      continue;
    }
    const [a, b] = [words[i - 15] as number, words[i - 2] as number];
    const low = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3);
    const high = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16] as number) + low + (words[i - 7] as number) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sums;
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen;
    const sum = (first + (ROUNDS[i] as number) + (words[i] as number)) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + most;
    h = g;
    g = f;
    f = e;
    e = (d + sum) | 0;
    d = c;
    c = b;
    b = a;
    a = (sum + second) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) sums[i] = (sums[i] as number) + word;
}

/** The sha256 of a text, read as UTF-8, in hex. A browser's own is asynchronous, and the core is not. */
export function sha256(text: string): string {
  const block = padded(text);
  const [words, sums] = [new Int32Array(64), Int32Array.from(START)];
  for (let at = 0; at < block.byteLength; at += BLOCK_BYTES) take(block, at, words, sums);
  return Array.from(sums, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
