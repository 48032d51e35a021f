/** The lines of several sorted sequences as one. Where two are equal, the one of the earlier sequence comes first. */
export function sorted<T>(
  sequences: readonly AsyncIterable<T>[],
  compare: (a: T, b: T) => number,
): AsyncIterable<T> {
  const [only = none<T>()] = sequences;
  if (sequences.length < 2) return only;
  const middle = Math.ceil(sequences.length / 2);
  return ofTwo(
    sorted(sequences.slice(0, middle), compare),
    sorted(sequences.slice(middle), compare),
    compare,
  );
}

async function* none<T>(): AsyncGenerator<T> {}

async function* ofTwo<T>(
  first: AsyncIterable<T>,
  second: AsyncIterable<T>,
  compare: (a: T, b: T) => number,
): AsyncGenerator<T> {
  const [a, b] = [first[Symbol.asyncIterator](), second[Symbol.asyncIterator]()];
  try {
    let [left, right] = await Promise.all([a.next(), b.next()]);
    while (!left.done || !right.done) {
      if (right.done || (!left.done && compare(left.value, right.value) <= 0)) {
        if (left.done) break;
        yield left.value;
        left = await a.next();
      } else {
        yield right.value;
        right = await b.next();
      }
    }
  } finally {
    await Promise.all([a.return?.(), b.return?.()]);
  }
}
