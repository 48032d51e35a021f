import type { Admitted } from '../admit.ts';
import { packed, unpacked } from '../columns/packed.ts';
import type { Columns, RowAside } from '../read/source.ts';
import { firstKeyOf } from './across.ts';
import type { Unions } from './labels.ts';
import { type Shelf, sourceName } from './shelf.ts';

/** What a shard has of a source. */
const partName = (shard: number, source: number): string => `shard-${shard}/${source}`;

/** Rows of a source that a shard is dealt: plain ones by their numbers. */
interface Hand {
  readonly sales: number[];
  readonly charges: number[];
  readonly aside: RowAside[];
}

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
  const { sales, charges, aside } = columns;
  const hands = Array.from({ length: shards }, (): Hand => ({ sales: [], charges: [], aside: [] }));
  const handOf = (key: number): Hand => hands[unions.shardOf(key, shards)] as Hand;
  for (let row = 0; row < sales.length; row++) handOf(firstKeyOf(sales, row)).sales.push(row);
  for (let row = 0; row < charges.length; row++) handOf(firstKeyOf(charges, row)).charges.push(row);
  for (const [row, one] of aside.entries()) handOf(labels[row] as number).aside.push(one);
  for (const [shard, hand] of hands.entries()) {
    const part = {
      ...columns,
      sales: sales.picked(Uint32Array.from(hand.sales)),
      charges: charges.picked(Uint32Array.from(hand.charges)),
      aside: hand.aside,
      rejected: [],
    };
    await shelf.write(partName(shard, source), packed(part));
  }
}

/** What a shard has of the sources that count. */
export async function dealtTo(shard: number, { counted }: Admitted, shelf: Shelf): Promise<Columns[]> {
  const parts: Columns[] = [];
  for (const { source } of counted) parts.push(await unpacked(shelf.read(partName(shard, source))));
  return parts;
}
