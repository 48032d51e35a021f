import type { UsageRow } from '../rows/row.ts';
import { beyondEdges, type Context, type End } from '../survey/context.ts';
import { count, fields, type Made } from './accumulators.ts';

const beyond = fields({ start: count, end: count });

/** How many rows of each usage ledger lie beyond the edges of the period, by their own time or by their request's. */
export const reach = fields({ downstreamUsage: beyond, upstreamCharges: beyond });

export function addReach(tally: Made<typeof reach>, row: UsageRow, context: Context): void {
  const ends = tally[row.ledger];
  for (const end of beyondEdges(row.occurredAt, context)) ends[end].value++;
  if (row.anchoredAt === row.occurredAt) return;
  for (const end of beyondEdges(row.anchoredAt, context)) ends[end].value++;
}

/** By the side of a request, the ends of the period that the other ledger does not reach beyond. */
export type OpenEnds = Readonly<Record<'downstream' | 'upstream', readonly End[]>>;

const endsOf = ({ start, end }: Made<typeof beyond>): End[] => [
  ...(start.value === 0 ? (['start'] as const) : []),
  ...(end.value === 0 ? (['end'] as const) : []),
];

export const openEndsOf = ({ downstreamUsage, upstreamCharges }: Made<typeof reach>): OpenEnds => ({
  downstream: endsOf(upstreamCharges),
  upstream: endsOf(downstreamUsage),
});
