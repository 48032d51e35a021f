import type { Bill, BillField, ChargeBill, PaymentBill } from '#shared/bills/bill.ts';
import { bills, usageReports } from '#shared/bills/registry.ts';
import { buildEntry, type FieldMapEntry } from '#shared/gateways/manifest/field-entry.ts';

type FieldLine = readonly [field: BillField | undefined, canonical: string];

const listChargeFields = ({ fields, tokens, meter }: ChargeBill): FieldLine[] => [
  [fields.occurredAt, 'upstreamCharges[].occurredAt'],
  [fields.model, 'upstreamCharges[].model'],
  [fields.cost, 'upstreamCharges[].costAmount | upstreamCharges[].refundAmount'],
  [fields.credits, 'upstreamCharges[].refundAmount'],
  [fields.currency, 'upstreamCharges[].currency'],
  [fields.upstreamId, 'upstreamCharges[].upstreamId'],
  [fields.cancelled, 'upstreamCharges[].status'],
  [tokens?.input, 'upstreamCharges[].tokens.input'],
  [tokens?.output, 'upstreamCharges[].tokens.output'],
  [tokens?.cacheRead, 'upstreamCharges[].tokens.cacheRead'],
  [tokens?.reasoning, 'upstreamCharges[].tokens.reasoning'],
  [meter?.quantity, 'upstreamCharges[].tokens'],
];

const listPaymentFields = ({ fields }: PaymentBill): FieldLine[] => [
  [fields.transactionId, 'payments[].transactionId'],
  [fields.ownId, 'payments[].transactionId'],
  [fields.occurredAt, 'payments[].occurredAt'],
  [fields.amount, 'payments[].amount'],
  [fields.refunded, 'payments[].refundAmount'],
  [fields.fee, 'payments[].feeAmount'],
  [fields.returned, 'payments[].refundAmount'],
  [fields.currency, 'payments[].currency'],
  [fields.movement, 'payments[].status'],
];

/** Lists the columns that are read from a bill or payment report, each with the record field that it becomes. */
export const listBillFields = (bill: Bill): FieldMapEntry[] =>
  (bill.ledger === 'payments' ? listPaymentFields(bill) : listChargeFields(bill)).flatMap(
    ([field, canonical]) => (field ? [buildEntry(field.at, canonical)] : []),
  );

/** Builds the content of docs/bills.generated.json: what to know about each bill and report that is recognized. */
export const describeBills = () => [
  ...bills.map(({ name, ledger, limitations }) => ({ name, ledger, limitations })),
  ...usageReports.map(({ name, limitations }) => ({
    name,
    ledger: null,
    notes:
      'Only token counts are read, together with the bill of this provider. `/api/v1/normalize` does not accept this report.',
    limitations,
  })),
];
