/** What `work` makes of each item, in the order of the items, a few of them under way ahead of their turn. */
export async function* ahead<TItem, TResult>(
  items: Iterable<TItem>,
  atOnce: number,
  work: (item: TItem) => Promise<TResult>,
): AsyncGenerator<TResult> {
  const underWay: Promise<TResult>[] = [];
  for (const item of items) {
    const result = work(item);
    // A reader that stops early waits for none of the rest; their failures concern nobody.
    result.catch(() => {});
    underWay.push(result);
    if (underWay.length >= atOnce) yield (await underWay.shift()) as TResult;
  }
  for (const result of underWay) yield await result;
}
