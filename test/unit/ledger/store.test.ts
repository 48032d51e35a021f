import { expect, test } from 'vitest';
import { BucketWriter, readWholeBucket } from '#shared/ledger/store/buckets.ts';
import { sorted } from '#shared/ledger/store/sorted.ts';
import { readJson, readLines, STAMP_LENGTH, writeJson, writeLines } from '#shared/ledger/store/store.ts';
import { MemoryStore } from '../../support/ledger/memory-store.ts';

const all = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
};
const utf8 = new TextEncoder();

/** What the code of another version leaves: the same, under its own stamp. */
async function asOtherCode(write: (store: MemoryStore) => Promise<void>): Promise<MemoryStore> {
  const store = new MemoryStore();
  await write(Object.assign(store, { stamp: 'other'.padEnd(STAMP_LENGTH, '-') }));
  return Object.assign(store, { stamp: new MemoryStore().stamp });
}

const writeRows = async (store: MemoryStore) => {
  const writer = new BucketWriter(store, 'parts/logs', '7', 3);
  for (const [bucket, text] of [
    [0, 'a'],
    [2, '日本'],
    [0, 'ü'],
  ] as const)
    await writer.add(bucket, { text });
  await writer.flush();
};

test('buckets give back what was put into them, whatever its characters', async () => {
  const store = new MemoryStore();
  await writeRows(store);
  const read = (bucket: number) => readWholeBucket(store, 'parts/logs', bucket, 3);
  expect(await read(0)).toEqual([{ text: 'a' }, { text: 'ü' }]);
  expect(await read(1)).toEqual([]);
  expect(await read(2)).toEqual([{ text: '日本' }]);
});

test('a task that is repeated writes the same objects again', async () => {
  const store = new MemoryStore();
  await writeRows(store);
  const once = new Map(store.objects);
  await writeRows(store);
  expect(store.objects).toEqual(once);
  expect(await readWholeBucket(store, 'parts/logs', 0, 3)).toHaveLength(2);
});

test('a task that has nothing to say writes no object', async () => {
  const store = new MemoryStore();
  await new BucketWriter(store, 'parts/logs', '7', 3).flush();
  expect(store.objects.size).toBe(0);
});

test.each<
  [what: string, write: (store: MemoryStore) => Promise<void>, read: (s: MemoryStore) => Promise<unknown>]
>([
  ['buckets', writeRows, (store) => readWholeBucket(store, 'parts/logs', 1, 3)],
  ['a list', (store) => writeLines(store, 'list', [1]), (store) => all(readLines(store, 'list'))],
  ['facts', (store) => writeJson(store, 'facts', 1), (store) => readJson(store, 'facts')],
])('%s of other code are refused, and named', async (_, write, read) => {
  const store = await asOtherCode(write);
  const [key] = store.objects.keys();
  await expect(read(store)).rejects.toThrow(`${key}: was written by another version of the service.`);
});

test('damaged objects are refused by their keys, and nothing of them is quoted', async () => {
  const store = new MemoryStore();
  await writeRows(store);
  await writeJson(store, 'facts', { secret: 1 });
  await writeLines(store, 'list', [{ secret: 1 }, { secret: 2 }]);
  for (const [key, bytes] of store.objects) store.objects.set(key, bytes.slice(0, -9));
  await expect(readWholeBucket(store, 'parts/logs', 2, 3)).rejects.toThrow(
    /^parts\/logs\/7-0\.jsonl: is damaged/,
  );
  await expect(readJson(store, 'facts')).rejects.toThrow(/^facts: is damaged\. Start the run anew\.$/);
  await expect(all(readLines(store, 'list'))).rejects.toThrow(/^list: is damaged\. Start the run anew\.$/);
  store.objects.set('list', utf8.encode(`${JSON.stringify(store.stamp)}\n{"secret"\n`));
  await expect(all(readLines(store, 'list'))).rejects.toThrow(/^list: is damaged\. Start the run anew\.$/);
});

test('sorted sequences become one, equal lines in the order of their sequences', async () => {
  const of = (...values: [number, string][]) =>
    (async function* () {
      yield* values;
    })();
  const byNumber = ([a]: [number, string], [b]: [number, string]) => a - b;
  const lists = [of([1, 'a'], [4, 'a']), of([2, 'b'], [4, 'b']), of(), of([4, 'd'], [5, 'd'])];
  expect((await all(sorted(lists, byNumber))).map(([n, list]) => `${n}${list}`).join(' ')).toBe(
    '1a 2b 4a 4b 4d 5d',
  );
  expect(await all(sorted([], byNumber))).toEqual([]);
});
