import type { Bill, ChargeBill, PaymentBill } from '#shared/bills/bill.ts';
import { bills, usageReports } from '#shared/bills/registry.ts';
import { billCodecs, paymentMovements } from '#shared/bills/vocabulary.ts';
import {
  buildEntry,
  buildFieldEntries,
  type FieldMapEntry,
  joinNotes,
} from '#shared/gateways/manifest/field-entry.ts';

/** Describes how many tokens a quantity is, and of which kind. */
function describeMeter({
  unit,
  countedAs,
  kind,
  kinds,
}: NonNullable<ChargeBill['meter']>): string | undefined {
  if (unit === undefined) return undefined;
  const own = countedAs === undefined ? '' : ` (where ${countedAs.join(' or ')} also means one token)`;
  const pairs = kinds.map((pair) => pair.join(' means ')).join(', ');
  return `multiplied by the unit in ${unit.at.join(' | ')}${own}; the token kind is read from ${kind.at.join(' | ')}: ${pairs}`;
}

const chargeEntries = ({ fields, tokens, meter, currency }: ChargeBill): FieldMapEntry[] =>
  buildFieldEntries(billCodecs, [
    [fields.occurredAt, 'upstreamCharges[].occurredAt'],
    [fields.model, 'upstreamCharges[].model'],
    [
      fields.cost,
      'upstreamCharges[].costAmount | upstreamCharges[].refundAmount',
      joinNotes('a negative amount is a refund, with a cost of 0', currency && `in ${currency}`),
    ],
    [fields.credits, 'upstreamCharges[].refundAmount', 'a negative amount is money that was refunded'],
    [fields.currency, 'upstreamCharges[].currency'],
    [fields.upstreamId, 'upstreamCharges[].upstreamId'],
    [fields.cancelled, 'upstreamCharges[].status', 'a cancelled request without a cost counts as failed'],
    [
      tokens?.input,
      'upstreamCharges[].tokens.input',
      tokens?.isCacheInInput ? 'minus cached tokens' : undefined,
    ],
    [tokens?.output, 'upstreamCharges[].tokens.output'],
    [tokens?.cacheRead, 'upstreamCharges[].tokens.cacheRead'],
    [tokens?.reasoning, 'upstreamCharges[].tokens.reasoning', 'part of output'],
    [meter?.quantity, 'upstreamCharges[].tokens', meter && describeMeter(meter)],
  ]);

const paymentEntries = ({ fields, movements, currency }: PaymentBill): FieldMapEntry[] => [
  ...buildFieldEntries(billCodecs, [
    [fields.transactionId, 'payments[].transactionId', 'rows with the same id are one payment'],
    [fields.ownId, 'payments[].transactionId', 'if the row has no transaction id'],
    [fields.occurredAt, 'payments[].occurredAt'],
    [fields.amount, 'payments[].amount', currency && `in ${currency}`],
    [fields.refunded, 'payments[].refundAmount', 'in the row of a refund'],
    [fields.fee, 'payments[].feeAmount', 'the fees of all rows of a payment, added up'],
    [fields.returned, 'payments[].refundAmount', 'in the row of the payment'],
    [fields.currency, 'payments[].currency'],
  ]),
  ...movements.map(([native, movement]) =>
    buildEntry(
      `${fields.movement.at.join(' | ')} = ${native}`,
      'payments[].status',
      paymentMovements[movement],
    ),
  ),
];

/** Lists the columns that are read from a bill or payment report, each with the record field that it becomes. */
export const listBillFields = (bill: Bill): FieldMapEntry[] =>
  bill.ledger === 'payments' ? paymentEntries(bill) : chargeEntries(bill);

/**
 * Builds the content of docs/bills.generated.json: all bills, payment reports and usage reports that are recognized.
 */
export const describeBills = () => [
  ...bills.map((bill) => ({
    name: bill.name,
    ledger: bill.ledger,
    fieldMap: listBillFields(bill),
    limitations: bill.limitations,
  })),
  ...usageReports.map(({ name, limitations }) => ({
    name,
    ledger: null,
    notes:
      'Only token counts are read, together with the bill of this provider. `/api/v1/normalize` does not accept this report.',
    limitations,
  })),
];
