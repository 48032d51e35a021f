import type { Admitted } from '../admit.ts';
import { packed, unpacked } from '../columns/packed.ts';
import type { Columns } from '../read/source.ts';
import { firstKeyOf } from './across.ts';
import type { Unions } from './labels.ts';
import { type Shelf, sourceName } from './shelf.ts';

/** What a shard has of a source. */
const partName = (shard: number, source: number): string => `shard-${shard}/${source}`;

/** Some rows of a source, as if it had no others. */
const part = (
  columns: Columns,
  rows: Record<'sales' | 'charges', readonly number[]>,
  aside: Columns['aside'],
) => ({
  ...columns,
  sales: columns.sales.picked(Uint32Array.from(rows.sales)),
  charges: columns.charges.picked(Uint32Array.from(rows.charges)),
  aside,
  rejected: [],
});

/**
 * Deals the rows of a source to shards: those that may have anything to do with each other come to the same one,
 * whatever sources they are in.
 * @param labels of its rows that are not plain
 */
export async function deal(
  source: number,
  unions: Unions,
  labels: readonly number[],
  shards: number,
  shelf: Shelf,
): Promise<void> {
  const columns = await unpacked(shelf.read(sourceName(source)));
  const dealt = (length: number, keyOf: (row: number) => number): number[][] => {
    const hands = Array.from({ length: shards }, (): number[] => []);
    for (let row = 0; row < length; row++) hands[unions.shardOf(keyOf(row), shards)]?.push(row);
    return hands;
  };
  const { sales, charges, aside } = columns;
  const salesOf = dealt(sales.length, (row) => firstKeyOf(sales, row));
  const chargesOf = dealt(charges.length, (row) => firstKeyOf(charges, row));
  const asideOf = dealt(aside.length, (row) => labels[row] as number);
  for (let shard = 0; shard < shards; shard++) {
    const own = { sales: salesOf[shard] ?? [], charges: chargesOf[shard] ?? [] };
    const rows = (asideOf[shard] ?? []).flatMap((row) => aside[row] ?? []);
    await shelf.write(partName(shard, source), packed(part(columns, own, rows)));
  }
}

/** What a shard has of the sources that count. */
export async function dealtTo(shard: number, { counted }: Admitted, shelf: Shelf): Promise<Columns[]> {
  const parts: Columns[] = [];
  for (const { source } of counted) parts.push(await unpacked(shelf.read(partName(shard, source))));
  return parts;
}
