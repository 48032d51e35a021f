import type { GatewayClient } from './gateway-client.ts';
import { type List, PAGES_MAX, Pages } from './pages.ts';

/** How long a list is, before it is read. */
export interface SizeAhead {
  readonly rows: number;
  /** Rows that a page holds. */
  readonly pageRows: number;
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * What the gateway says of the list's length. Where it says nothing, the last page is looked for by its number:
 * twice as far each time, then by halves, in some thirty requests for a million rows.
 * @returns undefined where the list has no end, or none that can be seen
 */
export async function sizeAhead(client: GatewayClient, list: List): Promise<SizeAhead | undefined> {
  const source = new Pages(client, list);
  const first = await source.page(0);
  if (first.rows.length === 0) return { rows: 0, pageRows: first.size ?? 1 };
  const pageRows = first.size ?? first.rows.length;
  if (first.total !== undefined) return { rows: first.total, pageRows };
  if (!first.isBare) return undefined;
  /** The last page that is known to have rows, and the first that is known to have none. */
  let [full, empty, rows] = [0, 1, first.rows.length];
  for (; ; empty *= 2) {
    const page = await source.page(empty);
    if (page.rows.length === 0) break;
    // A gateway that takes no page number has no last page; the reading will say so.
    if (empty >= PAGES_MAX || isSame(page.rows, first.rows)) return undefined;
    [full, rows] = [empty, page.rows.length];
  }
  while (empty - full > 1) {
    const middle = Math.floor((full + empty) / 2);
    const page = await source.page(middle);
    if (page.rows.length === 0) empty = middle;
    else [full, rows] = [middle, page.rows.length];
  }
  return { rows: full * pageRows + rows, pageRows };
}
