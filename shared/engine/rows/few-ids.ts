/** Most ids of one kind in the details of a finding. */
export const DETAIL_IDS_MAX = 20;

/** Distinct ids sorted by code unit, at most as many as the details of a finding list. */
export type FewIds = readonly string[];

/** Empty list of ids. */
export const NO_IDS: FewIds = [];

/**
 * Returns a list with one more id, in code unit order, cut to `DETAIL_IDS_MAX`. Returns `few` itself if it contains
 * the id, or if it is full and the id comes after all others.
 */
export function addToFewIds(few: FewIds, id: string): FewIds {
  let index = few.length;
  while (index > 0 && (few[index - 1] as string) > id) index--;
  if (index === DETAIL_IDS_MAX || few[index - 1] === id) return few;
  const more = few.toSpliced(index, 0, id);
  if (more.length > DETAIL_IDS_MAX) more.pop();
  return more;
}

/** Returns the first `DETAIL_IDS_MAX` ids in code unit order, without duplicates, without sorting the whole list. */
export const limitIds = (ids: readonly string[]): FewIds =>
  ids.length < 2 ? ids : ids.reduce(addToFewIds, NO_IDS);

/**
 * Merges two sorted lists of ids and returns the first `DETAIL_IDS_MAX` in code unit order. Returns `a` itself if
 * both are the same list, because findings of one request share their list.
 */
export const mergeIds = (a: FewIds, b: FewIds): FewIds => (a === b ? a : b.reduce(addToFewIds, a));
