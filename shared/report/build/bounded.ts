/** First entries of a list, and whether entries were cut off. */
export interface Bounded<T> {
  entries: T[];
  isCut: boolean;
}

/** Converts the first `max` entries of a sorted list with `write`. Also returns whether the list has more (`isCut`). */
export const convertFirst = <TFrom, TTo>(
  sorted: readonly TFrom[],
  max: number,
  write: (from: TFrom) => TTo,
): Bounded<TTo> => ({ entries: sorted.slice(0, max).map(write), isCut: sorted.length > max });
