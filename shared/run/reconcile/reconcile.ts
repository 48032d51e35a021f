import { conclude, reviewAll } from '../../engine/conclude.ts';
import { digest } from '../../engine/digest.ts';
import { type Shard, shards } from '../../engine/groups/shard.ts';
import { readLedgers } from '../../engine/rows/ledgers.ts';
import { type Survey, survey } from '../../engine/survey/survey.ts';
import type { Conclusions } from '../../engine/tally/figures.ts';
import { Account } from '../../normalizer/account.ts';
import { perUnit } from '../../normalizer/fields/per-unit.ts';
import type { DownstreamRecord, UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import { Flag } from '../columns/log-columns.ts';
import type { Books } from '../link/link.ts';
import type { RunSettings } from '../settings.ts';
import { Groups } from './groups.ts';

/** What books show, before it is rounded, sorted and put into words. */
export interface Reconciled {
  readonly conclusions: Conclusions;
  readonly surveyed: Survey;
}

const NONE = -1;

export function reconcile(books: Books, settings: RunSettings): Reconciled {
  const { sales, charges, joined } = books;
  const per = perUnit(settings.quotaPerUnit ?? 1, new Account({ reject: () => {} }));
  const groups = new Groups(books, per);
  const downstreamUsage: DownstreamRecord[] = [...books.downstreamUsage];
  const upstreamCharges: UpstreamRecord[] = [...books.upstreamCharges];
  const { flags } = sales.table.columns;
  for (let row = 0; row < sales.length; row++) {
    if (((flags[row] as number) & Flag.repeated) !== 0) continue;
    if (books.salesByRequest.first(sales.requestIds, row) !== row) continue;
    for (const [ledger, record] of groups.recordsOf(row))
      if (ledger === 'downstreamUsage') downstreamUsage.push(record);
      else upstreamCharges.push(record);
  }
  for (let row = 0; row < charges.length; row++) {
    if (joined.sale[row] !== NONE || ((charges.table.columns.flags[row] as number) & Flag.repeated) !== 0)
      continue;
    const requestId = joined.named.has(row) ? joined.named.get(row) : charges.requestIds.text(row);
    upstreamCharges.push(groups.charge(row, requestId));
  }
  const { currency, period, supplied } = settings;
  const ledgers = readLedgers({
    ...(currency !== undefined && { currency }),
    ...(period !== undefined && { period }),
    downstreamUsage,
    ...(supplied.upstreamCharges && { upstreamCharges }),
    ...(supplied.payments && { payments: [...books.payments] }),
  });
  const surveyed = survey(ledgers);
  const [whole] = shards(ledgers, 1) as [Shard];
  const conclusions = conclude(digest(whole, surveyed.context), surveyed.context);
  reviewAll(conclusions.evidence, conclusions.briefs, surveyed.context);
  return { conclusions, surveyed };
}
