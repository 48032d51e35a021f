import type { BillField, ChargeBill, PaymentBill } from '../bills/bill.ts';
import { bills, usageReports } from '../bills/registry.ts';
import { billCodecs, paymentMovements } from '../bills/vocabulary.ts';
import { any, type Entry, sentence } from './field-entry.ts';

const billed = (name: string, field: BillField, canonical: string, reason?: string): Entry => ({
  source: any(field.at),
  canonical,
  notes: `${name}: ${sentence(billCodecs[field.as], reason, field.notes)}`,
});

/** The units that are a token in this bill alone. */
const countedAs = ({ countedAs: units }: NonNullable<ChargeBill['meter']>): string =>
  units === undefined ? '' : ` (here ${units.join(' or ')} is one token, too)`;

const AMOUNT_NOTE = 'a negative amount is a refund and costs nothing';

const chargeEntries = ({ fields, tokens, meter, currency, name }: ChargeBill): Entry[] => {
  const entry = (field: BillField | undefined, canonical: string, reason?: string): Entry[] =>
    field ? [billed(name, field, `upstreamCharges[].${canonical}`, reason)] : [];
  return [
    ...entry(fields.occurredAt, 'occurredAt'),
    ...entry(fields.model, 'model'),
    ...entry(
      fields.cost,
      'costAmount | upstreamCharges[].refundAmount',
      sentence(AMOUNT_NOTE, currency && `in ${currency}`),
    ),
    ...entry(fields.credits, 'refundAmount', 'what is negative came back'),
    ...entry(fields.currency, 'currency'),
    ...entry(fields.upstreamId, 'upstreamId'),
    ...entry(fields.cancelled, 'status', 'without cost the request failed'),
    ...entry(
      tokens?.input,
      'tokens.input',
      tokens?.isCacheInInput ? 'less what was read from a cache' : undefined,
    ),
    ...entry(tokens?.output, 'tokens.output'),
    ...entry(tokens?.cacheRead, 'tokens.cacheRead'),
    ...entry(tokens?.reasoning, 'tokens.reasoning', 'part of output'),
    ...entry(
      meter?.quantity,
      'tokens',
      meter?.unit &&
        `times the unit in ${any(meter.unit.at)}${countedAs(meter)}; of the kind that ${any(meter.kind.at)} ends with: ${meter.kinds.map((kind) => kind.join(' is ')).join(', ')}`,
    ),
  ];
};

const paymentEntries = ({ fields, movements, currency, name }: PaymentBill): Entry[] => {
  const entry = (field: BillField | undefined, canonical: string, reason?: string): Entry[] =>
    field ? [billed(name, field, `payments[].${canonical}`, reason)] : [];
  return [
    ...entry(fields.transactionId, 'transactionId', 'rows of one transaction are one payment'),
    ...entry(fields.ownId, 'transactionId', 'of a row that names no transaction'),
    ...entry(fields.occurredAt, 'occurredAt'),
    ...entry(fields.amount, 'amount', currency && `in ${currency}`),
    ...entry(fields.refunded, 'refundAmount', 'of a refund'),
    ...entry(fields.fee, 'feeAmount', 'of all rows of the payment'),
    ...entry(fields.returned, 'refundAmount', 'of the payment itself'),
    ...entry(fields.currency, 'currency'),
    ...movements.map(([native, movement]) => ({
      source: `${any(fields.movement.at)} = ${native}`,
      canonical: 'payments[].status',
      notes: `${name}: ${paymentMovements[movement]}`,
    })),
  ];
};

/** The bills of providers and reports of payments that are known by name, whatever the gateway. */
export const knownBills = (): Entry[] =>
  bills.flatMap((bill) => (bill.ledger === 'payments' ? paymentEntries(bill) : chargeEntries(bill)));

/** What these bills leave open, and which others are not read. */
export const billLimitations = (): string[] => [
  ...bills.flatMap(({ name, limitations }) => limitations.map((limitation) => `${name}: ${limitation}`)),
  ...usageReports.flatMap(({ name, limitations }) =>
    limitations.map((limitation) => `${name}, read beside a bill on your own machine: ${limitation}`),
  ),
];
