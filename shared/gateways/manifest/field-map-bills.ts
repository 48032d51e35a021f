import type { BillField, ChargeBill, PaymentBill } from '../../bills/bill.ts';
import { bills, usageReports } from '../../bills/registry.ts';
import { billCodecs, paymentMovements } from '../../bills/vocabulary.ts';
import { any, type Entry, entriesOf, entry, sentence } from './field-entry.ts';

const lineOf =
  (bill: string, ledger: string) =>
  (field: BillField, canonical: string, reason?: string): Entry =>
    entry(
      any(field.at),
      `${ledger}[].${canonical}`,
      `${bill}: ${sentence(billCodecs[field.as], reason, field.notes)}`,
    );

/** How many tokens a quantity is, and of which kind. */
function metered({ unit, countedAs, kind, kinds }: NonNullable<ChargeBill['meter']>): string | undefined {
  if (unit === undefined) return undefined;
  const own = countedAs === undefined ? '' : ` (here ${countedAs.join(' or ')} is one token, too)`;
  const words = kinds.map((pair) => pair.join(' is ')).join(', ');
  return `times the unit in ${any(unit.at)}${own}; of the kind that ${any(kind.at)} names: ${words}`;
}

const chargeEntries = ({ fields, tokens, meter, currency, name }: ChargeBill): Entry[] =>
  entriesOf<BillField>(
    [
      [fields.occurredAt, 'occurredAt'],
      [fields.model, 'model'],
      [
        fields.cost,
        'costAmount | upstreamCharges[].refundAmount',
        sentence('a negative amount is a refund and costs nothing', currency && `in ${currency}`),
      ],
      [fields.credits, 'refundAmount', 'what is negative came back'],
      [fields.currency, 'currency'],
      [fields.upstreamId, 'upstreamId'],
      [fields.cancelled, 'status', 'without cost the request failed'],
      [tokens?.input, 'tokens.input', tokens?.isCacheInInput ? 'less what was read from a cache' : undefined],
      [tokens?.output, 'tokens.output'],
      [tokens?.cacheRead, 'tokens.cacheRead'],
      [tokens?.reasoning, 'tokens.reasoning', 'part of output'],
      [meter?.quantity, 'tokens', meter && metered(meter)],
    ],
    lineOf(name, 'upstreamCharges'),
  );

const paymentEntries = ({ fields, movements, currency, name }: PaymentBill): Entry[] => [
  ...entriesOf(
    [
      [fields.transactionId, 'transactionId', 'rows of one transaction are one payment'],
      [fields.ownId, 'transactionId', 'of a row that names no transaction'],
      [fields.occurredAt, 'occurredAt'],
      [fields.amount, 'amount', currency && `in ${currency}`],
      [fields.refunded, 'refundAmount', 'of a refund'],
      [fields.fee, 'feeAmount', 'of all rows of the payment'],
      [fields.returned, 'refundAmount', 'of the payment itself'],
      [fields.currency, 'currency'],
    ],
    lineOf(name, 'payments'),
  ),
  ...movements.map(([native, movement]) =>
    entry(
      `${any(fields.movement.at)} = ${native}`,
      'payments[].status',
      `${name}: ${paymentMovements[movement]}`,
    ),
  ),
];

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
