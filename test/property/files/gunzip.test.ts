import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concatBytes, readChunks, toStream } from '#shared/files/chunks.ts';
import { gunzipStream as inBrowser } from '#shared/files/gunzip/browser.ts';
import { gunzipStream as inNode } from '#shared/files/gunzip/node.ts';
import { inChunks } from '../../support/files/file-bytes.ts';

/** The data before the end or the damage, and whether there was damage. */
async function read(gunzip: typeof inNode, bytes: Uint8Array, size: number) {
  const pieces: Uint8Array[] = [];
  let isBroken = false;
  try {
    for await (const piece of readChunks(toStream(inChunks(bytes, size)).pipeThrough(gunzip())))
      pieces.push(piece);
  } catch {
    isBroken = true;
  }
  return { bytes: concatBytes([...pieces, new Uint8Array(0)]), isBroken };
}

/** The unpacked data, or a marker that it cannot be unpacked. */
async function unpacked(gunzip: typeof inNode, packed: Uint8Array, size: number) {
  const { bytes, isBroken } = await read(gunzip, packed, size);
  return isBroken ? 'refused' : bytes;
}

const text = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  // Several chunks of output from little input.
  fc.integer({ min: 1, max: 200_000 }).map((length) => new Uint8Array(length).fill(7)),
);
const files = fc.array(text, { minLength: 1, maxLength: 4 });
const size = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 70_000 }));
const packed = (all: readonly Uint8Array[]) =>
  concatBytes([...all.map((one) => new Uint8Array(gzipSync(one))), new Uint8Array(0)]);

test('concatenated gzip files with zero padding unpack equally on Node and in a browser, in any chunks', () =>
  fc.assert(
    fc.asyncProperty(
      files,
      size,
      fc.constantFrom([], [0, 0, 0], [0, 31, 139]),
      async (all, pieces, behind) => {
        const bytes = concatBytes([packed(all), Uint8Array.from(behind)]);
        for (const gunzip of [inNode, inBrowser])
          expect(Buffer.concat(all).equals((await unpacked(gunzip, bytes, pieces)) as Uint8Array)).toBe(true);
      },
    ),
  ));

test('a browser refuses truncated or damaged files', () =>
  fc.assert(
    fc.asyncProperty(files, size, fc.nat(), async (all, pieces, at) => {
      const bytes = packed(all);
      const cut = bytes.slice(0, at % bytes.length);
      const lengths = all.map((one) => gzipSync(one).length);
      const isWhole = lengths.some((_, n) => lengths.slice(0, n + 1).reduce((a, b) => a + b) === cut.length);
      if (cut.length > 0 && !isWhole) expect(await unpacked(inBrowser, cut, pieces)).toBe('refused');
      const behind = concatBytes([bytes, Uint8Array.of(1, 2, 3)]);
      expect(await unpacked(inBrowser, behind, pieces)).toBe('refused');
      const damaged = bytes.slice();
      // Damage in the checksum of the last file.
      const last = damaged.length - 5;
      damaged[last] = (damaged[last] as number) ^ 1;
      expect(await unpacked(inBrowser, damaged, pieces)).toBe('refused');
    }),
  ));

test('a browser reads the data before the damage', () =>
  fc.assert(
    fc.asyncProperty(text, size, fc.constantFrom('cut', 'behind'), async (one, pieces, how) => {
      const whole = packed([one]);
      // A cut checksum, and data after the file that is not gzip.
      const bytes = how === 'cut' ? whole.slice(0, -4) : concatBytes([whole, Uint8Array.of(1, 2, 3)]);
      const { bytes: before, isBroken } = await read(inBrowser, bytes, pieces);
      expect(isBroken).toBe(true);
      expect(Buffer.from(one).equals(before)).toBe(true);
    }),
  ));
