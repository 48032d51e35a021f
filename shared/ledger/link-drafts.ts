import { Account } from '../normalizer/account.ts';
import type { LinkFact } from '../normalizer/logs/links.ts';
import { type UpstreamDraft, upstreamCharges } from '../normalizer/records/upstream.ts';
import type { UpstreamRecord } from '../schemas/reconciliation-input.ts';
import { keys } from './keys.ts';
import { type NormalizeFacts, ShardWriter } from './normalize-part.ts';
import { RejectedRows } from './part-rows.ts';
import type { LedgerSettings } from './settings.ts';
import { readAllLines, type Store, writeJson } from './store.ts';

/** Rows without request meet only their own copies here: equal rows, where they name no charge either. */
const groupOf = ({ requestId, upstreamId, occurredAt, model }: UpstreamRecord): string =>
  requestId || upstreamId || `${occurredAt} ${model}`;

/** Names the requests of upstream rows: drafts and links of one bucket are all there is about its ids. */
export async function linkDrafts(
  bucket: number,
  settings: LedgerSettings,
  store: Store,
): Promise<NormalizeFacts> {
  const account = new Account(new RejectedRows([]));
  const shards = new ShardWriter(store, `${bucket}`, settings.shards);
  const drafts = await readAllLines<UpstreamDraft>(store, keys.drafts(bucket));
  const records = upstreamCharges(drafts, await readAllLines<LinkFact>(store, keys.links(bucket)), account);
  for (const { record } of records) await shards.add('upstreamCharges', groupOf(record), record);
  await shards.flush();
  const facts: NormalizeFacts = {
    figures: account.figures(),
    rejected: 0,
    records: { downstreamUsage: 0, upstreamCharges: records.length, payments: 0 },
    latest: shards.latest,
    ratios: [],
    hasDrafts: false,
  };
  await writeJson(store, keys.facts('link', bucket), facts);
  return facts;
}
