import { opened } from '../../normalizer/intake/keep.ts';

/** A row of a table, or an object of a JSON file. */
export type Cells = Readonly<Record<string, unknown>>;

/** What stands at the end of a path into objects, and into texts that hold them. */
function within(cells: Cells, path: string): unknown {
  let value: unknown = cells;
  for (const step of path.split('.')) {
    const object = opened(value);
    if (typeof object !== 'object' || object === null || !Object.hasOwn(object, step)) return undefined;
    value = (object as Cells)[step];
  }
  return value;
}

/** The text of a cell; empty where there is none. A column of that very name counts before a path. */
export function cellOf(cells: Cells, column: string): string {
  const value = Object.hasOwn(cells, column) ? cells[column] : within(cells, column);
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value).trim();
}
