import { matchesStars } from '#shared/stars.ts';

/** Path of a file within the folder that the user chose or dropped; else its name. */
export const pathOf = (file: File): string => file.webkitRelativePath || file.name;

const namesOf = (path: string): string[] => path.split('/').filter((name) => !['', '.', '..'].includes(name));

/** Number of last names in which two paths agree, of which one may have stars. 0 if neither path ends with the other. */
function countAgreeing(path: string, other: string): number {
  const [names, others] = [namesOf(path).reverse(), namesOf(other).reverse()];
  const length = Math.min(names.length, others.length);
  const isEnd = names.slice(0, length).every((name, at) => matchesStars(name, others[at] ?? ''));
  return isEnd ? length : 0;
}

/**
 * Finds the item that a path means: the two paths may begin in different folders, so one must end with the other.
 * Prefers the item that agrees in more names, then the shortest path. Undefined if two are equally good.
 */
export function findByPath<T>(path: string, items: readonly T[], itemPath: (item: T) => string) {
  const ranked = items
    .map((item) => ({
      item,
      agreeing: countAgreeing(path, itemPath(item)),
      length: namesOf(itemPath(item)).length,
    }))
    .filter(({ agreeing }) => agreeing > 0)
    .sort((a, b) => b.agreeing - a.agreeing || a.length - b.length);
  const [best, next] = ranked;
  return best && best.agreeing === next?.agreeing && best.length === next.length ? undefined : best?.item;
}
