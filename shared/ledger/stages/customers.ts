import { digests } from '../../engine/digest.ts';
import { settle } from '../../engine/settle.ts';
import { NO_ROWS } from '../../engine/survey/survey.ts';
import { readCustomers, writeDigest } from '../digests.ts';
import { keys } from '../keys.ts';
import { numbers, stage } from '../stage.ts';

/** Settles the customers of each bucket, of whom a digest keeps few: no step after this one knows all of them. */
export const customers = stage({
  id: 'customers',
  title: 'adding up customers',
  plan: async (run) => ({ run, tasks: numbers(run.settings.shards) }),
  async work(bucket: number, { settings, context }, { store }): Promise<void> {
    const digest = digests.empty();
    settle(digest, await readCustomers(store, bucket, settings.shards), context);
    await writeDigest(store, keys.digest('customers', bucket), { digest, rows: NO_ROWS, codes: new Set() });
  },
});
