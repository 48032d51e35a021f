import { paymentBillOf } from './bills/known-bill.ts';
import { transactionKeyOf } from './bills/provider-payments.ts';
import { dialectOf } from './intake/dialect.ts';
import { type Entry, isLogRow } from './intake/native.ts';
import { ownName } from './intake/overlap.ts';
import { groupKeyOf } from './logs/log-group.ts';
import type { ExportSettings } from './settings.ts';

/**
 * What a row must share a part with: all rows of one key lie in one part, and no step looks further. Log rows go by
 * gateway, user and model; every other row stands for itself and meets only its own repetitions.
 */
export function partKeyOf(entry: Entry, { connector, connectors }: ExportSettings): string {
  const { field, native } = entry;
  if (field === 'logs') return groupKeyOf(entry, connector);
  if (field === 'upstreamCharges' && isLogRow(native)) {
    const dialect = dialectOf(native, connectors, connector);
    return `${dialect.id} ${groupKeyOf(entry, dialect)}`;
  }
  const report = field === 'payments' ? paymentBillOf(native) : undefined;
  if (report) return `${report.provider} ${transactionKeyOf(native, report)}`;
  return String(ownName(entry) ?? '');
}
