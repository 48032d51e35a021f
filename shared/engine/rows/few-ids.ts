/** Most ids of one kind in the details of a finding. */
export const DETAIL_IDS_MAX = 20;

/** Distinct ids sorted by code unit, at most as many as the details of a finding list. */
export type FewIds = readonly string[];

/** Empty list of ids. */
export const NO_IDS: FewIds = [];

/**
 * Returns a sorted list with one more id, of which at most the first 20 remain. Returns `few` itself if it contains the
 * id, or if it has 20 ids and the new one comes after them.
 */
export function addToFewIds(few: FewIds, id: string): FewIds {
  let index = few.length;
  while (index > 0 && (few[index - 1] as string) > id) index--;
  if (index === DETAIL_IDS_MAX || few[index - 1] === id) return few;
  const more = few.toSpliced(index, 0, id);
  if (more.length > DETAIL_IDS_MAX) more.pop();
  return more;
}

/** Returns the first 20 ids in code unit order, without duplicates. Does not sort the whole list. */
export const limitIds = (ids: readonly string[] | undefined): FewIds | undefined =>
  ids === undefined || ids.length < 2 ? ids : ids.reduce(addToFewIds, NO_IDS);

/** Merges two sorted lists of ids, without duplicates, to the first 20. Returns `a` itself if `b` is the same list. */
export const mergeIds = (a: FewIds, b: FewIds): FewIds => (a === b ? a : b.reduce(addToFewIds, a));
