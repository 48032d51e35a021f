/** One object of a store. */
export interface Stored {
  readonly key: string;
  readonly bytes: number;
}

/**
 * Where the steps keep what travels between them: a folder, a bucket, memory. An object appears whole or not at all,
 * and writing a key again with the same content changes nothing, so every step can be repeated.
 */
export interface Store {
  /** All objects whose key starts with `prefix`, by key in code-unit order. */
  list(prefix: string): Promise<readonly Stored[]>;
  /** The bytes of an object, or of the range from `start` to before `end` of it. */
  read(key: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>;
  write(key: string, body: AsyncIterable<string> | Iterable<string>): Promise<void>;
}

/** The whole text of a small object. */
async function readText(store: Store, key: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of store.read(key)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** A small object as JSON. */
export const readJson = async <T>(store: Store, key: string): Promise<T> =>
  JSON.parse(await readText(store, key)) as T;

export const writeJson = (store: Store, key: string, value: unknown): Promise<void> =>
  store.write(key, [JSON.stringify(value)]);

/** The lines of an object of JSON Lines, each parsed; an empty object has none. */
export async function* readLines<T>(store: Store, key: string): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of store.read(key)) {
    const text = rest + decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      yield JSON.parse(text.slice(from, end)) as T;
      from = end + 1;
    }
    rest = text.slice(from);
  }
  if (rest !== '') yield JSON.parse(rest) as T;
}

/** All lines of all objects below a prefix. */
export async function readAllLines<T>(store: Store, prefix: string): Promise<T[]> {
  const values: T[] = [];
  for (const { key } of await store.list(`${prefix}/`))
    for await (const value of readLines<T>(store, key)) values.push(value);
  return values;
}
