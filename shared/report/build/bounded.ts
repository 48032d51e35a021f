/** The first entries of a sorted list, written out, and whether there are more. */
export interface Bounded<T> {
  entries: T[];
  isCut: boolean;
}

export const bounded = <TFrom, TTo>(
  sorted: readonly TFrom[],
  max: number,
  write: (from: TFrom) => TTo,
): Bounded<TTo> => ({ entries: sorted.slice(0, max).map(write), isCut: sorted.length > max });
