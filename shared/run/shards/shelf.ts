/** Where columns lie that memory has no room for, by names. */
export interface Shelf {
  write(name: string, chunks: Iterable<Uint8Array>): Promise<void>;
  read(name: string): AsyncIterable<Uint8Array>;
}

/** The name of a source's columns. */
export const sourceName = (source: number): string => `source-${source}`;

/** How much room a run has. */
export interface Room {
  /** Bytes of columns that are in memory at once; what is beyond lies on the shelf. */
  readonly bytes: number;
  readonly shelf: Shelf;
}

/** What a run takes whatever its books. */
const BASE_MB = 300;
/** Columns take so many times their own bytes while they are linked and reconciled: twice where little is found in them, six times where an error is in every third row. */
const TIMES = 6;
export const MEGABYTE = 1024 * 1024;

/** The bytes of columns that so much memory has room for. */
export const roomIn = (memoryMb: number): number => ((memoryMb - BASE_MB) / TIMES) * MEGABYTE;

/** How many shards so many bytes of columns make. */
export const shardsIn = (bytes: number, roomBytes: number): number =>
  Math.max(1, Math.ceil(bytes / roomBytes));
