import { type Ledgers, readLedgers } from '../../engine/rows/ledgers.ts';
import type { UsageRow } from '../../engine/rows/row.ts';
import { omitUndefined } from '../../normalizer/fields/omit-undefined.ts';
import type { Books } from '../link/link-sources.ts';
import type { RunSettings } from '../run-settings.ts';

type Records = Pick<
  Books,
  'downstreamUsage' | 'upstreamCharges' | 'payments' | 'paymentFacts' | 'saleFacts' | 'lineFacts'
>;

/**
 * Converts records to the ledgers that the engine reads, with facts from log and bill rows that records have no field
 * for. Rows in columns are not included.
 */
export function buildLedgers(
  { downstreamUsage, upstreamCharges, payments, paymentFacts, saleFacts, lineFacts }: Records,
  { currency, period, supplied }: RunSettings,
): Ledgers {
  const ledgers = readLedgers(
    {
      ...omitUndefined({ currency, period }),
      downstreamUsage: [...downstreamUsage],
      ...(supplied.upstreamCharges && { upstreamCharges: [...upstreamCharges] }),
      ...(supplied.payments && { payments: [...payments] }),
    },
    paymentFacts,
  );
  for (const [index, facts] of saleFacts.entries())
    Object.assign(ledgers.downstreamUsage[index] as UsageRow, facts);
  for (const [index, facts] of lineFacts.entries())
    Object.assign(ledgers.upstreamCharges[index] as UsageRow, facts);
  return ledgers;
}
