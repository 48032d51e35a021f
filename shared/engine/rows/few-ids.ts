/** Most ids of one kind in the details of a finding. */
export const DETAIL_IDS_MAX = 20;

/** Distinct ids sorted by code unit, at most as many as the details of a finding list. */
export type FewIds = readonly string[];

/** Empty list of ids. */
export const NO_IDS: FewIds = [];

/** Adds an id. Returns the same list if the id is not among the first ones, which one comparison shows for most ids. */
export function addToFewIds(few: FewIds, id: string): FewIds {
  let place = few.length;
  while (place > 0 && (few[place - 1] as string) > id) place--;
  if (place === DETAIL_IDS_MAX || few[place - 1] === id) return few;
  const more = few.toSpliced(place, 0, id);
  if (more.length > DETAIL_IDS_MAX) more.pop();
  return more;
}

/** Returns the first few of any number of ids, without sorting all. */
export const limitIds = (ids: readonly string[]): FewIds =>
  ids.length < 2 ? ids : ids.reduce(addToFewIds, NO_IDS);

/** Merges two lists. Skips the work for a list with itself, because findings of one request share their list. */
export const mergeIds = (a: FewIds, b: FewIds): FewIds => (a === b ? a : b.reduce(addToFewIds, a));
