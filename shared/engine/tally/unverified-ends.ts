import type { UsageRow } from '../rows/row.ts';
import { type Context, findPassedEnds, type PeriodEnd } from '../survey/context.ts';
import { type Accumulator, count, fields } from './accumulators.ts';

const passedEnds = fields({ start: count, end: count });

/** Number of rows of each usage ledger beyond the ends of the period, by their own time or that of their request. */
export const edgeCounts = fields({ downstreamUsage: passedEnds, upstreamCharges: passedEnds });

/**
 * Counts a usage row that is more than 15 minutes before the start or after the end of the period. Both the time of the
 * row and, if it differs, the time of its request count.
 */
export function addEdgeCounts(tally: Accumulator<typeof edgeCounts>, row: UsageRow, context: Context): void {
  const ends = tally[row.ledger];
  for (const end of findPassedEnds(row.occurredAt, context)) ends[end].value++;
  if (row.periodTime === row.occurredAt) return;
  for (const end of findPassedEnds(row.periodTime, context)) ends[end].value++;
}

/**
 * Ends of the period beyond which the other ledger has no rows, by the ledger that has a request. The counterpart of
 * a request near such an end may be in the export of the neighbouring period.
 */
export type UnverifiedEnds = Readonly<Record<'downstream' | 'upstream', readonly PeriodEnd[]>>;

const listUnpassedEnds = ({ start, end }: Accumulator<typeof passedEnds>): PeriodEnd[] => [
  ...(start.value === 0 ? (['start'] as const) : []),
  ...(end.value === 0 ? (['end'] as const) : []),
];

/** Finds, for requests of each ledger, the ends of the period beyond which the other ledger has no rows. */
export const findUnverifiedEnds = ({
  downstreamUsage,
  upstreamCharges,
}: Accumulator<typeof edgeCounts>): UnverifiedEnds => ({
  downstream: listUnpassedEnds(upstreamCharges),
  upstream: listUnpassedEnds(downstreamUsage),
});
