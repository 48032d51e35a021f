/** Most ids of one kind in the details of a finding. */
export const DETAIL_IDS_MAX = 20;

/** Different ids by code unit, and no more than a finding's details list. */
export type FewIds = readonly string[];

export const NO_IDS: FewIds = [];

/** With one id more; the same list where it does not get in. Most ids of a long list do not, after a single look. */
export function withId(few: FewIds, id: string): FewIds {
  let place = few.length;
  while (place > 0 && (few[place - 1] as string) > id) place--;
  if (place === DETAIL_IDS_MAX || few[place - 1] === id) return few;
  const more = few.toSpliced(place, 0, id);
  if (more.length > DETAIL_IDS_MAX) more.pop();
  return more;
}

/** The first few of any number of ids: all of them are never sorted. */
export const limitIds = (ids: readonly string[]): FewIds =>
  ids.length < 2 ? ids : ids.reduce(withId, NO_IDS);

/** The first few of two lists. The findings of one group bring one and the same. */
export const mergeIds = (a: FewIds, b: FewIds): FewIds => (a === b ? a : b.reduce(withId, a));
