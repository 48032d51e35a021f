import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOf, joined, streamOf } from '#shared/files/chunks.ts';
import { gunzipStream as inBrowser } from '#shared/gunzip/browser.ts';
import { gunzipStream as inNode } from '#shared/gunzip/node.ts';
import { inChunks } from '../../support/files/written.ts';

/** What is unpacked, or that it cannot be. */
async function unpacked(
  gunzip: typeof inNode,
  bytes: Uint8Array,
  size: number,
): Promise<Uint8Array | 'refused'> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of chunksOf(streamOf(inChunks(bytes, size)).pipeThrough(gunzip())))
      pieces.push(piece);
  } catch {
    return 'refused';
  }
  return joined([...pieces, new Uint8Array(0)]);
}

const text = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  // More than one piece of output, from little input.
  fc.integer({ min: 1, max: 200_000 }).map((length) => new Uint8Array(length).fill(7)),
);
const files = fc.array(text, { minLength: 1, maxLength: 4 });
const size = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 70_000 }));
const packed = (all: readonly Uint8Array[]) =>
  joined([...all.map((one) => new Uint8Array(gzipSync(one))), new Uint8Array(0)]);

test('gzip files that were joined unpack alike on Node and in a browser, in any pieces', () =>
  fc.assert(
    fc.asyncProperty(files, size, async (all, pieces) => {
      const expected = joined([...all, new Uint8Array(0)]);
      for (const gunzip of [inNode, inBrowser])
        expect(Buffer.compare((await unpacked(gunzip, packed(all), pieces)) as Uint8Array, expected)).toBe(0);
    }),
    { numRuns: 100 },
  ));

test('what was stored as it is unpacks in a browser, in any pieces', () =>
  fc.assert(
    fc.asyncProperty(text, size, async (one, pieces) => {
      const stored = new Uint8Array(gzipSync(one, { level: 0 }));
      expect(Buffer.compare((await unpacked(inBrowser, stored, pieces)) as Uint8Array, one)).toBe(0);
    }),
    { numRuns: 50 },
  ));

/** What a header may hold beside its ten bytes: a field of its own, a name, a comment. */
const headers = fc.record({ extra: fc.uint8Array({ maxLength: 9 }), flags: fc.subarray([4, 8, 16]) });

test('the name of a file, and whatever else its header holds, is skipped on Node and in a browser', () =>
  fc.assert(
    fc.asyncProperty(text, headers, size, async (one, { extra, flags }, pieces) => {
      const bytes = new Uint8Array(gzipSync(one));
      bytes[3] = flags.reduce((all, flag) => all | flag, 0);
      const parts = [
        ...(flags.includes(4) ? [Uint8Array.of(extra.length, 0), extra] : []),
        ...(flags.includes(8) ? [new TextEncoder().encode('logs.json\0')] : []),
        ...(flags.includes(16) ? [new TextEncoder().encode('a comment\0')] : []),
      ];
      const named = joined([bytes.subarray(0, 10), ...parts, bytes.subarray(10)]);
      for (const gunzip of [inNode, inBrowser])
        expect(Buffer.compare((await unpacked(gunzip, named, pieces)) as Uint8Array, one)).toBe(0);
    }),
    { numRuns: 50 },
  ));

test('what is cut off or damaged is refused in a browser', () =>
  fc.assert(
    fc.asyncProperty(files, size, fc.nat(), async (all, pieces, at) => {
      const bytes = packed(all);
      const cut = bytes.slice(0, at % bytes.length);
      const lengths = all.map((one) => gzipSync(one).length);
      const isWhole = lengths.some((_, n) => lengths.slice(0, n + 1).reduce((a, b) => a + b) === cut.length);
      if (cut.length > 0 && !isWhole) expect(await unpacked(inBrowser, cut, pieces)).toBe('refused');
      const behind = joined([bytes, Uint8Array.of(1, 2, 3)]);
      expect(await unpacked(inBrowser, behind, pieces)).toBe('refused');
      const damaged = bytes.slice();
      // In the checksum of the last file.
      const last = damaged.length - 5;
      damaged[last] = (damaged[last] as number) ^ 1;
      expect(await unpacked(inBrowser, damaged, pieces)).toBe('refused');
    }),
    { numRuns: 100 },
  ));
