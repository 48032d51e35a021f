import { type Ledgers, readLedgers } from '../../engine/rows/ledgers.ts';
import type { UsageRow } from '../../engine/rows/row.ts';
import type { Books } from '../link/link.ts';
import type { RunSettings } from '../run-settings.ts';

/** The rows of books that are no plain ones, and what stands beside them. */
type Records = Pick<
  Books,
  'downstreamUsage' | 'upstreamCharges' | 'payments' | 'paymentFacts' | 'saleFacts' | 'lineFacts'
>;

/** The rows that are no plain ones, read as a request's are, with what their sources say of them. */
export function buildLedgers(
  records: Partial<Records>,
  { currency, period, supplied }: RunSettings,
): Ledgers {
  const {
    downstreamUsage = [],
    upstreamCharges = [],
    payments = [],
    saleFacts = [],
    lineFacts = [],
  } = records;
  const ledgers = readLedgers(
    {
      ...(currency !== undefined && { currency }),
      ...(period !== undefined && { period }),
      downstreamUsage: [...downstreamUsage],
      ...(supplied.upstreamCharges && { upstreamCharges: [...upstreamCharges] }),
      ...(supplied.payments && { payments: [...payments] }),
    },
    records.paymentFacts,
  );
  for (const [place, fact] of saleFacts.entries())
    Object.assign(ledgers.downstreamUsage[place] as UsageRow, fact);
  for (const [place, facts] of lineFacts.entries())
    Object.assign(ledgers.upstreamCharges[place] as UsageRow, facts);
  return ledgers;
}
