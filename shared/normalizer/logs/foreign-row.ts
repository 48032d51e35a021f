import type { Connector } from '../../gateways/connector.ts';
import { findChargeBill, findUnreadReport, findUsageReport } from '../bills/recognize-bill.ts';
import type { RowReason } from '../fields/row-problem.ts';
import { isAbsent, isGatewayRow, type NativeObject, type RowField } from '../intake/native.ts';

/**
 * Explains why a log row without a type probably belongs elsewhere: it has the columns of a payment, of a report that
 * is
 * not read, or (in `logs`) of a provider's bill. Files refuse such rows; the API reads them as charges and adds a note.
 * Returns `undefined` for rows with a type, records in the API's own format, and rows without such columns.
 */
export function explainForeignRow(
  field: RowField,
  row: NativeObject,
  { payments }: Connector,
): RowReason | undefined {
  if (!isAbsent(row.type) || !isGatewayRow(field, row)) return undefined;
  const column = payments?.fields.transactionId.at.find((key) => Object.hasOwn(row, key));
  if (column !== undefined)
    return {
      fields: [column],
      sentence: {
        en: 'belongs to a payment. Send such rows as `payments`',
        zh: '属于充值。请作为充值记录（`payments`）提供',
      },
    };
  const report = findUnreadReport(row) ?? findUsageReport(row);
  if (report !== undefined) return { sentence: report.sentence };
  const bill = field === 'logs' ? findChargeBill(row) : undefined;
  return (
    bill && {
      sentence: {
        en: `is from a provider’s bill (${bill.name}). Send such rows as \`upstreamCharges\``,
        zh: `属于上游账单（${bill.name}）。请作为上游账单（\`upstreamCharges\`）提供`,
      },
    }
  );
}
