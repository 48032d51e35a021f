/** Where columns lie that memory has no room for, by names. */
export interface Shelf {
  write(name: string, chunks: Iterable<Uint8Array>): Promise<void>;
  read(name: string): AsyncIterable<Uint8Array>;
}

/** How much room a run has. */
export interface Room {
  /** Bytes of columns that are in memory at once; what is beyond lies on the shelf. */
  readonly bytes: number;
  readonly shelf: Shelf;
}
