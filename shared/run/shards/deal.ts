import { packed, unpacked } from '../columns/packed.ts';
import type { Columns } from '../read/read.ts';
import { type AcrossShards, firstKeyOf } from './across.ts';
import { Unions } from './labels.ts';
import type { Shelf } from './shelf.ts';

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

/** Deals the rows of sources to shards: those that may have anything to do with each other to the same one. */
export class Dealer {
  readonly #unions: Unions;
  readonly #asideLabels: Uint32Array;
  readonly #shards: number;
  readonly #shelf: Shelf;
  #aside = 0;

  constructor({ unions, asideLabels }: AcrossShards, shards: number, shelf: Shelf) {
    this.#unions = new Unions(unions);
    this.#asideLabels = asideLabels;
    this.#shards = shards;
    this.#shelf = shelf;
  }

  #dealt(length: number, labelOrKey: (row: number) => number): number[][] {
    const hands = Array.from({ length: this.#shards }, (): number[] => []);
    for (let row = 0; row < length; row++)
      hands[this.#unions.shardOf(labelOrKey(row), this.#shards)]?.push(row);
    return hands;
  }

  /** @param columns of the next source, in the order in which all were looked at */
  async deal(columns: Columns, source: number): Promise<void> {
    const { sales, charges, aside } = columns;
    const salesOf = this.#dealt(sales.length, (row) => firstKeyOf(sales, row));
    const chargesOf = this.#dealt(charges.length, (row) => firstKeyOf(charges, row));
    const first = this.#aside;
    const asideOf = this.#dealt(aside.length, (row) => this.#asideLabels[first + row] as number);
    this.#aside += aside.length;
    for (let shard = 0; shard < this.#shards; shard++) {
      const own = { sales: salesOf[shard] ?? [], charges: chargesOf[shard] ?? [] };
      const rows = (asideOf[shard] ?? []).flatMap((row) => aside[row] ?? []);
      await this.#shelf.write(partName(shard, source), packed(part(columns, own, rows)));
    }
  }
}

/** What a shard has of some sources. */
export async function dealtTo(shard: number, sources: readonly number[], shelf: Shelf): Promise<Columns[]> {
  const parts: Columns[] = [];
  for (const source of sources) parts.push(await unpacked(shelf.read(partName(shard, source))));
  return parts;
}
