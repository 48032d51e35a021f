import { bucketOf } from '../hash.ts';
import { instantOf } from '../instant.ts';
import { keys } from './keys.ts';
import { BucketWriter } from './store/buckets.ts';
import type { Store } from './store/store.ts';

/** Writes canonical records to the shards of their groups, and keeps what all shards must know. */
export class ShardWriter {
  latest: number | undefined;
  readonly #writers = new Map<string, BucketWriter>();
  readonly #open: (ledger: string) => BucketWriter;
  readonly #shards: number;

  constructor(store: Store, task: string, shards: number) {
    this.#open = (ledger) => new BucketWriter(store, keys.shards(ledger), task, shards);
    this.#shards = shards;
  }

  /** @param group what keeps rows together: a request, a transaction, or for loose charges their own id */
  add(ledger: string, group: string, record: { occurredAt: string }): Promise<void> | undefined {
    const time = instantOf(record.occurredAt);
    if (time !== undefined && !(this.latest !== undefined && this.latest >= time)) this.latest = time;
    const writer = this.#writers.get(ledger) ?? this.#open(ledger);
    this.#writers.set(ledger, writer);
    return writer.add(bucketOf(group, this.#shards), record);
  }

  async flush(): Promise<void> {
    for (const writer of this.#writers.values()) await writer.flush();
  }
}
