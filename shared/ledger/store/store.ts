import { joined } from '../../files/chunks.ts';

/** One object of a store. */
export interface Stored {
  readonly key: string;
  readonly bytes: number;
}

/** Text is written as UTF-8. */
type Chunk = string | Uint8Array;
export type Chunks = AsyncIterable<Chunk> | Iterable<Chunk>;

/** Bytes of an object, the end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the steps keep what travels between them: a folder, a bucket, memory. An object appears whole or not at all,
 * and writing a key again with the same content changes nothing, so every step can be repeated.
 */
export interface Store {
  /** Names the code that writes here, in `STAMP_LENGTH` characters: what other code has left is refused. */
  readonly stamp: string;
  /** All objects whose key starts with `prefix`, by key in code-unit order. */
  list(prefix: string): Promise<readonly Stored[]>;
  read(key: string, range?: Range): AsyncIterable<Uint8Array>;
  write(key: string, body: Chunks): Promise<void>;
}

export const STAMP_LENGTH = 16;
/** Of a run that one process does from its first step to its last. */
export const LOCAL_STAMP = 'local'.padEnd(STAMP_LENGTH, '-');

/** An object of a run is damaged or was written by other code. No retry helps. */
export class UnfitObject extends Error {
  override readonly name = 'UnfitObject';
}

export const refuseOtherStamp = ({ stamp }: Store, found: string, key: string): void => {
  if (found !== stamp)
    throw new UnfitObject(`${key}: was written by another version of the service. Start the run anew.`);
};

export const damaged = (key: string): UnfitObject =>
  new UnfitObject(`${key}: is damaged. Start the run anew.`);

/** JSON of our own; the parser's message would quote the text. */
export function parsed(text: string, key: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(key);
  }
}

/** The bytes of an object that fits into memory, or of a range of it. */
export async function readBytes(store: Store, key: string, range?: Range): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.read(key, range)) chunks.push(chunk);
  return joined(chunks);
}

/** A small object as JSON. */
export async function readJson<T>(store: Store, key: string): Promise<T> {
  const text = new TextDecoder().decode(await readBytes(store, key));
  const { stamp = '', value } = (parsed(text, key) ?? {}) as { stamp?: string; value?: unknown };
  refuseOtherStamp(store, stamp, key);
  return value as T;
}

export const writeJson = (store: Store, key: string, value: unknown): Promise<void> =>
  store.write(key, [JSON.stringify({ stamp: store.stamp, value })]);

/** Characters that are written at once. */
const CHUNK_CHARACTERS = 256 * 1024;

async function* linesOf(stamp: string, values: AsyncIterable<unknown> | Iterable<unknown>) {
  let text = `${JSON.stringify(stamp)}\n`;
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Writes values as JSON Lines, the stamp before them. */
export const writeLines = (
  store: Store,
  key: string,
  values: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<void> => store.write(key, linesOf(store.stamp, values));

/** The values of an object that `writeLines` has written, in constant memory. */
export async function* readLines<T>(store: Store, key: string): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let rest = '';
  let isStamped = false;
  for await (const chunk of store.read(key)) {
    const text = rest + decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      const value = parsed(text.slice(from, end), key);
      if (isStamped) yield value as T;
      else refuseOtherStamp(store, String(value), key);
      isStamped = true;
      from = end + 1;
    }
    rest = text.slice(from);
  }
  if (!isStamped || rest !== '') throw damaged(key);
}
