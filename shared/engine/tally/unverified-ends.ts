import type { UsageRow } from '../rows/row.ts';
import { type Context, findPassedEnds, type PeriodEnd } from '../survey/context.ts';
import { type Accumulator, count, fields } from './accumulators.ts';

const passedEnds = fields({ start: count, end: count });

/** How many rows of each usage ledger lie beyond the edges of the period, by their own time or by their request's. */
export const edgeCounts = fields({ downstreamUsage: passedEnds, upstreamCharges: passedEnds });

export function addEdgeCounts(tally: Accumulator<typeof edgeCounts>, row: UsageRow, context: Context): void {
  const ends = tally[row.ledger];
  for (const end of findPassedEnds(row.occurredAt, context)) ends[end].value++;
  if (row.anchoredAt === row.occurredAt) return;
  for (const end of findPassedEnds(row.anchoredAt, context)) ends[end].value++;
}

/** By the side of a request, the ends of the period that the other ledger does not reach beyond. */
export type UnverifiedEnds = Readonly<Record<'downstream' | 'upstream', readonly PeriodEnd[]>>;

const listUnpassedEnds = ({ start, end }: Accumulator<typeof passedEnds>): PeriodEnd[] => [
  ...(start.value === 0 ? (['start'] as const) : []),
  ...(end.value === 0 ? (['end'] as const) : []),
];

export const findUnverifiedEnds = ({
  downstreamUsage,
  upstreamCharges,
}: Accumulator<typeof edgeCounts>): UnverifiedEnds => ({
  downstream: listUnpassedEnds(upstreamCharges),
  upstream: listUnpassedEnds(downstreamUsage),
});
