import { matchesStars } from '#shared/stars.ts';

/** Path of a file within the folder that the user chose or dropped; else its name. */
export const pathOf = (file: File): string => file.webkitRelativePath || file.name;

const namesOf = (path: string): string[] =>
  path
    .split('/')
    .filter((name) => !['', '.', '..'].includes(name))
    .reverse();

/**
 * Finds the item that a path means. The paths may begin in different folders, so one must end with the other; the path
 * of an item may have stars. Prefers the item that agrees in more names, then the shortest path. Undefined if two are
 * equally good.
 */
export function findByPath<T>(path: string, items: readonly T[], itemPath: (item: T) => string) {
  const names = namesOf(path);
  const [best, next] = items
    .map((item) => {
      const others = namesOf(itemPath(item));
      const count = Math.min(names.length, others.length);
      const isEnd = others.slice(0, count).every((other, at) => matchesStars(names[at] ?? '', other));
      return { item, rank: isEnd && count > 0 ? count - others.length / 1e4 : 0 };
    })
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  return best?.rank === next?.rank ? undefined : best?.item;
}
