import { mergeRatios } from '../../engine/survey/bonus-tiers.ts';
import { later } from '../../engine/survey/survey.ts';
import { Account, addFigures } from '../../normalizer/account.ts';
import type { LinkFact } from '../../normalizer/logs/links.ts';
import { type UpstreamDraft, underItsChannel, upstreamCharges } from '../../normalizer/records/upstream.ts';
import type { UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import { keys } from '../keys.ts';
import { RejectedRows } from '../part-rows.ts';
import { type Run, refuseTooManyUnreadable } from '../run.ts';
import { ShardWriter } from '../shard-writer.ts';
import { numbers, stage } from '../stage.ts';
import { readWholeBucket } from '../store/buckets.ts';
import type { NormalizeFacts } from './normalize.ts';

/** Rows without request meet only their own copies here: equal rows, where they name no charge either. */
const groupOf = ({ requestId, upstreamId, occurredAt, model }: UpstreamRecord): string =>
  requestId || upstreamId || `${occurredAt} ${model}`;

/** The run with what became of some more rows. */
export const withFacts = (run: Run, { figures, rejected, records, latest, ratios }: NormalizeFacts): Run => ({
  ...run,
  figures: addFigures(run.figures, figures),
  rejected: run.rejected + rejected,
  records: {
    downstreamUsage: run.records.downstreamUsage + records.downstreamUsage,
    upstreamCharges: run.records.upstreamCharges + records.upstreamCharges,
    payments: run.records.payments + records.payments,
  },
  latest: later(run.latest, latest),
  ratios: mergeRatios(run.ratios, ratios),
});

/** Names the requests of upstream rows: drafts and links of one bucket are all there is about its ids. */
export const link = stage({
  id: 'link',
  title: 'joining upstream rows',
  async plan(before, parts, { store }) {
    let run = before;
    let hasDrafts = false;
    for await (const facts of parts as AsyncIterable<NormalizeFacts>) {
      run = withFacts(run, facts);
      hasDrafts ||= facts.hasDrafts;
    }
    await refuseTooManyUnreadable(run, store);
    return { run, tasks: hasDrafts ? numbers(run.settings.shards) : [] };
  },
  async work(bucket: number, { settings: { shards } }, { store }): Promise<NormalizeFacts> {
    const account = new Account(new RejectedRows([]));
    const writer = new ShardWriter(store, `${bucket}`, shards);
    const drafts = await readWholeBucket<UpstreamDraft>(store, keys.drafts, bucket, shards);
    const links = await readWholeBucket<LinkFact>(store, keys.links, bucket, shards);
    const records = upstreamCharges(drafts, links, account);
    for (const charge of records) {
      const record = underItsChannel(charge);
      await writer.add('upstreamCharges', groupOf(record), record);
    }
    await writer.flush();
    return {
      figures: account.figures(),
      rejected: 0,
      records: { downstreamUsage: 0, upstreamCharges: records.length, payments: 0 },
      latest: writer.latest,
      ratios: [],
      hasDrafts: false,
    };
  },
});
